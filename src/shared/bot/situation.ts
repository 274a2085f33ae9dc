import { findPhrase } from '../flow/phrase'
import type { Situation } from './route'
import { type BotQueue, type BotRules, closedText, connectionProgramOf } from './rules'
import type { BotState } from './turn-model'

/** Age at which a message is no longer answered automatically, in ms: the customer no longer waits for one. */
const oldAfter = 5 * 60_000
/** Interval of the text about being closed, for one ticket, in ms. */
const closedTextEvery = 30 * 60_000

interface Addressed {
  ticket: { status: 'pending' | 'open' | 'closed'; isGroup: 0 | 1; queueId: number | null }
  /** The ticket's queue, if it has one. */
  queue: BotQueue | undefined
  message: { fromMe: boolean; at: string; text: string }
  /** A flow talks with the customer. */
  hasFlow: boolean
  isBotBlocked: boolean
  /** The customer has not been in touch on the connection; asked only where a flow welcomes. */
  isNewCustomer: boolean
  state: BotState
}

/** Facts for `route` about a customer's message. Pure. */
export function situationOf(rules: BotRules, addressed: Addressed, now: Date): Situation {
  const { ticket, queue, message, isBotBlocked, state } = addressed
  return {
    isFromMe: message.fromMe,
    isGroup: ticket.isGroup === 1,
    isOldMessage: now.getTime() - Date.parse(message.at) > oldAfter,
    isBotBlocked,
    mayAct: rules.mayAct,
    useIntegrations: rules.useIntegrations,
    useOpenAi: rules.useOpenAi,
    isHeld: ticket.status === 'open',
    isRatingAnswer: false, // caught before a ticket is looked for (features/inbox/ratings)
    hours: hoursOf(rules, queue, state, now),
    flowWaits: addressed.hasFlow,
    session: state.stage === 'done' ? null : (state.program?.kind ?? null),
    hasPhraseFlow: findPhrase(rules.phrases, message.text) !== undefined,
    connectionProgram: connectionProgramOf(rules, addressed.isNewCustomer)?.kind ?? null,
    queueProgram: queue?.program?.kind ?? null,
    stage: state.stage,
    hasQueue: ticket.queueId !== null,
    queues: rules.queues.length,
    hasOptions: queue?.hasOptions ?? false,
    hasGreeting: hasGreeting(rules, queue, state),
  }
}

function hoursOf(rules: BotRules, queue: BotQueue | undefined, { closedTextAt }: BotState, now: Date) {
  const text = closedText(rules, queue, now)
  if (text === null) return 'open'
  const wasSent = closedTextAt !== null && now.getTime() - Date.parse(closedTextAt) < closedTextEvery
  return text === '' || wasSent ? 'closed' : 'due'
}

/** A queue greets whenever its conversation begins; the connection greets new tickets only. */
function hasGreeting(rules: BotRules, queue: BotQueue | undefined, { stage }: BotState): boolean {
  const isGreeted = stage === 'created' && rules.connection.greeting.trim() !== ''
  if (!queue) return isGreeted && rules.queues.length === 0
  return queue.greeting.trim() !== '' || (isGreeted && rules.greetsOneQueue && rules.queues.length === 1)
}
