import { useRef, useState } from 'react'
import type { BotRules } from '../../src/shared/bot/rules'
import { answerTrial, newTrial, type TrialAnswer } from '../../src/shared/bot/trial'
import type { BotMenus } from '../../src/shared/bot/turn-model'

/** A message of the virtual customer with the robot's answer. */
export interface TrialLine {
  text: string
  at: Date
  answer: TrialAnswer
}

/** Conversation with a virtual customer; each message is answered by the rules of that moment. */
export function useTrial(rules: BotRules, menus: BotMenus) {
  const [lines, setLines] = useState<TrialLine[]>([])
  const trial = useRef(newTrial(rules))
  const send = async (text: string, at: Date) => {
    const answer = await answerTrial(rules, menus, trial.current, { text, now: at })
    trial.current = answer.trial
    setLines((before) => [...before, { text, at, answer }])
  }
  const restart = () => {
    trial.current = newTrial(rules)
    setLines([])
  }
  return { lines, send, restart }
}
