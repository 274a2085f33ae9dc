import { expect, test } from 'bun:test'
import { type BotHandler, botHandlers, botStages, route, type Situation } from '../../../src/shared/bot/route'
import { daySeed, sizeOf } from '../../size'

const both = [false, true]
/** Every value of every fact on which the choice of the handler depends. */
const values: { [F in keyof Situation]: readonly Situation[F][] } = {
  isFromMe: both,
  isGroup: both,
  isOldMessage: both,
  isBotBlocked: both,
  mayAct: both,
  useIntegrations: both,
  useOpenAi: both,
  isHeld: both,
  isRatingAnswer: both,
  hours: ['open', 'closed', 'due'],
  flowWaits: both,
  session: [null, 'integration', 'prompt'],
  hasPhraseFlow: both,
  connectionProgram: [null, 'flow', 'integration', 'prompt'],
  queueProgram: [null, 'flow', 'integration', 'prompt'],
  stage: botStages,
  hasQueue: both,
  queues: [0, 1, 2],
  hasOptions: both,
  hasGreeting: both,
}

/**
 * When each handler may answer at all, written from docs/behaviour.md, "Who answers", and independent of `route`. The
 * precedence is the order of `botHandlers`.
 */
const mayAnswer: Record<BotHandler, (s: Situation) => boolean> = {
  ratingAnswer: (s) => s.isRatingAnswer,
  outOfHours: (s) => isAutomatic(s) && s.hours === 'due',
  flowInput: (s) => isConversation(s) && s.flowWaits && s.useIntegrations,
  session: (s) =>
    isConversation(s) &&
    ((s.session === 'prompt' && s.useOpenAi) || (s.session === 'integration' && s.useIntegrations)),
  phraseFlow: (s) => isConversation(s) && s.hasPhraseFlow && s.useIntegrations,
  connectionProgram: (s) =>
    isConversation(s) &&
    isBeginning(s) &&
    (!s.hasQueue || s.queues === 1) &&
    ((s.connectionProgram === 'prompt' && s.useOpenAi) ||
      (s.connectionProgram === 'integration' && s.useIntegrations) ||
      (s.connectionProgram === 'flow' && s.useIntegrations)),
  queueMenu: (s) => isConversation(s) && (s.stage === 'queues' || (isBeginning(s) && !s.hasQueue && s.queues > 0)),
  optionTree: (s) => isConversation(s) && (s.stage === 'options' || (isBeginning(s) && s.hasQueue && s.hasOptions)),
  queueProgram: (s) =>
    isConversation(s) &&
    isBeginning(s) &&
    s.hasQueue &&
    ((s.queueProgram === 'prompt' && s.useOpenAi) ||
      (s.queueProgram === 'integration' && s.useIntegrations) ||
      (s.queueProgram === 'flow' && s.useIntegrations)),
  greeting: (s) => isConversation(s) && isBeginning(s) && s.hasGreeting,
}
const isAutomatic = (s: Situation) => !s.isOldMessage && !s.isBotBlocked && s.mayAct
const isConversation = (s: Situation) => isAutomatic(s) && s.hours === 'open'
const isBeginning = (s: Situation) => s.stage === 'created' || s.stage === 'reopened'
const isCustomers = (s: Situation) => !s.isFromMe && !s.isGroup && !s.isHeld

const names = Object.keys(values) as (keyof Situation)[]
const total = names.reduce((product, name) => product * values[name].length, 1)

/** The situation with this number, of all combinations of values. */
function situation(number: number): Situation {
  const made: Record<string, unknown> = {}
  for (const name of names) {
    const choices = values[name]
    made[name] = choices[number % choices.length]
    number = Math.floor(number / choices.length)
  }
  return made as unknown as Situation
}

/**
 * Distance between the combinations that are tried. It has no factor in common with a number of values, so that the tried
 * ones contain each value with each other equally often; another part of them is tried each day.
 */
const step = sizeOf({ everyday: 23, full: 1 })

test('route chooses the first handler that may answer, and no other, in every combination of facts', () => {
  const wrong: unknown[] = []
  const chosen = new Set<BotHandler | null>()
  for (let number = daySeed % step; number < total && wrong.length < 3; number += step) {
    const given = situation(number)
    const expected = isCustomers(given) ? (botHandlers.find((handler) => mayAnswer[handler](given)) ?? null) : null
    const { handler, reason } = route(given)
    chosen.add(handler)
    if (handler !== expected) wrong.push({ given, expected, handler, reason })
  }
  expect(wrong).toEqual([])
  expect([...chosen].sort()).toEqual([...botHandlers, null].sort())
  expect(total).toBeGreaterThan(1_000_000)
}, 300_000)
