import type { Scope } from '../../../core/scope'
import { type Decision, isAsking, route } from '../../../shared/bot/route'
import type { BotRules } from '../../../shared/bot/rules'
import { situationOf } from '../../../shared/bot/situation'
import { untilCaughtUp } from '../../../whatsapp/backlog'
import type { TicketRow } from '../../inbox/tickets/read'
import { recordDecisions } from './decisions'
import { isAbandoned } from './leave-ticket'
import { hasActivePhrases, withPhrases } from './read-phrases'
import { readBotQueue, readBotRules } from './read-rules'
import { readBotStates, type StoredBotState } from './state'
import { isWelcomeDue } from './welcome'

/** A ticket with the newest message that a customer wrote in it. */
export interface BotRequest {
  ticket: TicketRow
  message: { id: number; at: string; text: string }
  isBotBlocked: boolean
}

/**
 * Decides for each ticket of a batch which handler answers its newest message, and enqueues one job per ticket. A job
 * that has not begun is replaced, so that a burst of messages gets one answer; while the number is behind, the jobs
 * wait. Call within the transaction that stores the messages. Returns the ids of the tickets in which the robot asks.
 */
export async function enqueueBotTurns(scope: Scope, whatsappId: number, requests: BotRequest[]): Promise<Set<number>> {
  const decided = await decideAll(scope, whatsappId, requests.filter(mayAnswer))
  await recordDecisions(
    scope,
    decided.map(({ ticket, message, decision }) => ({ ticketId: ticket.id, messageId: message.id, ...decision })),
  )
  const turns = decided.filter(({ ticket, decision }) => decision.handler !== null || isAbandoned(ticket, decision))
  const jobs = turns.map(({ ticket, message }) => ({
    payload: { ticketId: ticket.id, messageId: message.id },
    key: String(ticket.id),
  }))
  await scope.enqueueMany('bot.turn', jobs, { waitsFor: untilCaughtUp(scope, whatsappId) })
  return new Set(turns.filter(({ decision }) => isAsking(decision.handler)).map(({ ticket }) => ticket.id))
}

const mayAnswer = ({ ticket }: BotRequest) => ticket.status === 'pending' && ticket.isGroup === 0

/** The requests with a decision, in order; a ticket without a running attendance has none. */
async function decideAll(scope: Scope, whatsappId: number, requests: BotRequest[]) {
  const now = new Date()
  const rules = requests.length > 0 ? await readBotRules(scope, whatsappId, now) : null
  if (!rules) return []
  const hasPhrases = await hasActivePhrases(scope)
  const states = await readBotStates(
    scope,
    requests.map(({ ticket }) => ticket.id),
  )
  const decided: (BotRequest & { decision: Decision })[] = []
  for (const request of requests) {
    const state = states.get(request.ticket.id)
    if (!state) continue
    const rulesWithPhrases = hasPhrases ? await withPhrases(scope, rules, whatsappId, request.message.text) : rules
    decided.push({ ...request, decision: await decide(scope, rulesWithPhrases, request, state, now) })
  }
  return decided
}

async function decide(
  scope: Scope,
  rules: BotRules,
  { ticket, message, isBotBlocked }: BotRequest,
  state: StoredBotState,
  now: Date,
): Promise<Decision> {
  const addressed = {
    ticket,
    queue: await queueOf(scope, rules, ticket.queueId),
    message: { fromMe: false, ...message },
    isBotBlocked,
    hasFlow: state.hasFlow,
    isNewCustomer: await isWelcomeDue(scope, rules, ticket),
    state,
  }
  return route(situationOf(rules, addressed, now))
}

/** The ticket's queue; also one that the connection does not have. */
export const queueOf = async (scope: Scope, { queues }: BotRules, id: number | null) =>
  id === null ? undefined : (queues.find((queue) => queue.id === id) ?? (await readBotQueue(scope, id)))
