import type { Scope } from '../../../core/scope'
import { type BotHandler, type Decision, isAsking, route } from '../../../shared/bot/route'
import type { BotRules } from '../../../shared/bot/rules'
import { situationOf } from '../../../shared/bot/situation'
import { untilCaughtUp } from '../../../whatsapp/backlog'
import type { TicketRow } from '../../inbox/tickets/read'
import { recordDecision } from './decisions'
import { isAbandoned } from './leave-ticket'
import { withPhrases } from './read-phrases'
import { readBotQueue, readBotRules } from './read-rules'
import { readBotState } from './state'
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
  const now = new Date()
  const askedTickets = new Set<number>()
  let rules: BotRules | null | undefined
  for (const request of requests) {
    if (!mayAnswer(request)) continue
    rules = rules === undefined ? await readBotRules(scope, whatsappId, now) : rules
    const known = rules && (await withPhrases(scope, rules, whatsappId, request.message.text))
    const handler = known && (await enqueueTurn(scope, known, request, now))
    if (handler && isAsking(handler)) askedTickets.add(request.ticket.id)
  }
  return askedTickets
}

const mayAnswer = ({ ticket }: BotRequest) => ticket.status === 'pending' && ticket.isGroup === 0

/** Returns the handler that was decided. */
async function enqueueTurn(scope: Scope, rules: BotRules, request: BotRequest, now: Date): Promise<BotHandler | null> {
  const { ticket, message } = request
  const decision = await decide(scope, rules, request, now)
  if (!decision) return null
  await recordDecision(scope, ticket.id, message.id, decision)
  if (decision.handler === null && !isAbandoned(ticket, decision)) return null
  const turn = { ticketId: ticket.id, messageId: message.id }
  const waitsFor = ticket.whatsappId === null ? null : untilCaughtUp(scope, ticket.whatsappId)
  await scope.enqueue('bot.turn', turn, { key: String(ticket.id), waitsFor })
  return decision.handler
}

async function decide(scope: Scope, rules: BotRules, request: BotRequest, now: Date): Promise<Decision | null> {
  const { ticket, message, isBotBlocked } = request
  const state = await readBotState(scope, ticket.id)
  if (!state) return null
  const queue = await queueOf(scope, rules, ticket.queueId)
  const addressed = {
    ticket,
    queue,
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
