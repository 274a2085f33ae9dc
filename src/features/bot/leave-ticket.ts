import type { Scope } from '../../core/scope'
import type { BotReason, Decision } from '../../shared/bot/route'
import type { TicketRow } from '../tickets/read'
import { endFlow } from './end-flow'
import { type StoredBotState, storeBotEnd } from './state'
import { changeTicket } from './ticket'

/** Reasons for silence that do not pass, unlike closing time or an expired licence. */
const lasting: BotReason[] = ['nothingToSay', 'people']

/**
 * True for a ticket of the robot that nothing of the robot answers any more, such as after the plan lost its program or
 * its flow.
 */
export const isAbandoned = ({ chatbot }: TicketRow, { handler, reason }: Decision) =>
  chatbot === 1 && handler === null && lasting.includes(reason)

/** Leaves an abandoned ticket to people, who are given only tickets without the robot. Call within a transaction. */
export async function leaveTicket(scope: Scope, ticket: TicketRow, state: StoredBotState) {
  if (state.hasFlow) return void (await endFlow(scope, ticket.id, 'barred'))
  await storeBotEnd(scope, state, 'nothing', new Date().toISOString())
  await changeTicket(scope, ticket, ticket.queueId, 0)
}
