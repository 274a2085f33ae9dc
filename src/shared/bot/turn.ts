import { findPhrase } from '../flow/phrase'
import { greet } from './enter-queue'
import { answerOptions } from './option-tree'
import { answerQueueMenu } from './queue-menu'
import type { BotHandler } from './route'
import { closedText, connectionProgramOf } from './rules'
import type { Turn, TurnInput } from './turn-model'
import { callProgram, findQueue, silent } from './turn-results'

/** Handlers after which the session of a program goes on; another one answers only when the program no longer may. */
const keepsSession: BotHandler[] = ['session', 'outOfHours']

/** Works out what a handler answers. Reads rules and state only, so that a repeated run gives the same answer. */
export function takeTurn(handler: BotHandler, turnInput: TurnInput): Promise<Turn> {
  const input = keepsSession.includes(handler)
    ? turnInput
    : { ...turnInput, state: { ...turnInput.state, program: null } }
  if (handler === 'outOfHours') return sayClosed(input)
  if (handler === 'queueMenu') return answerQueueMenu(input)
  if (handler === 'optionTree') return answerOptions(input)
  if (handler === 'greeting' || handler === 'queueProgram') return greet(input)
  if (handler === 'connectionProgram')
    return Promise.resolve(callProgram(input, connectionProgramOf(input.rules, input.isNewCustomer === true)))
  if (handler === 'session') return Promise.resolve(callProgram(input, input.state.program))
  if (handler === 'phraseFlow') return Promise.resolve(startPhraseFlow(input))
  return Promise.resolve(silent(input)) // ratings and the answers to flows have jobs of their own
}

function startPhraseFlow(input: TurnInput): Turn {
  const phrase = findPhrase(input.rules.phrases, input.text)
  return phrase ? callProgram(input, { kind: 'flow', id: phrase.flowId }) : silent(input)
}

async function sayClosed(input: TurnInput): Promise<Turn> {
  const queue = await findQueue(input, input.queueId)
  const { rules, now, state, queueId } = input
  const text = closedText(rules, queue, now)
  if (!text) return silent(input)
  const speaker = rules.scheduleType === 'queue' && queue ? queue.name : rules.connection.name
  return {
    says: [{ text, voice: 'outOfHours', speaker }],
    state: { ...state, closedTextAt: now.toISOString() },
    queueId,
  }
}
