import type { Scope } from '../../../core/scope'
import { literal } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import type { BotReason, Decision } from '../../../shared/bot/route'
import { findTicketRow, type TicketRow } from '../../inbox/tickets/read'
import { endFlow } from './end-flow'
import { notifyPeople } from './notify-people'
import { readBotState, type StoredBotState, storeBotEnd } from './state'
import { changeTicket } from './ticket'

/** Reasons for silence that do not pass, unlike closing time or an expired licence. */
const lasting: BotReason[] = ['nothingToSay', 'people', 'botBlocked']

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

const waitingTickets = hot<{ contactId: number }>()((db, p) =>
  db.select('tickets').select('id').where('contactId', '=', p('contactId')).where('status', '=', literal('pending')),
)

/**
 * Leaves the waiting tickets of a contact whose robot was switched off to people, who are notified. Call within a
 * transaction.
 */
export async function leaveTicketsOf(scope: Scope, contactId: number) {
  for (const { id } of await scope.db.run(waitingTickets, { contactId })) await leaveTicketAndNotify(scope, id)
}

/** Leaves a waiting ticket of the robot to people, who are notified. Call within a transaction. */
export async function leaveTicketAndNotify(scope: Scope, ticketId: number) {
  const ticket = await findTicketRow(scope, ticketId)
  const state = await readBotState(scope, ticketId)
  if (!ticket || !state || (ticket.chatbot === 0 && !state.hasFlow)) return
  await leaveTicket(scope, ticket, state)
  await notifyPeople(scope, ticketId)
}
