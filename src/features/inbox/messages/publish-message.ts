import type { Scope } from '../../../core/scope'
import { getTicketRow, toTicket } from '../tickets/read'
import type { Message } from './model'
import { getMessageRow, toMessage } from './read/read'

/** Publishes the message's current state as an `appMessage` event after the commit; returns the message. */
export async function publishMessage(scope: Scope, id: number): Promise<Message> {
  const message = toMessage(scope, await getMessageRow(scope, id))
  const ticket = toTicket(scope, await getTicketRow(scope, message.ticketId))
  scope.publish('appMessage', { action: 'update', message, ticket })
  return message
}
