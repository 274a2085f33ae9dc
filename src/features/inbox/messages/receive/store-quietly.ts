import type { Scope } from '../../../../core/scope'
import type { InboundMessage } from '../../../../whatsapp/received'
import { type TicketRow, toTicket } from '../../tickets/read'
import { toMessage } from '../read/read'
import { storeMessage } from '../store'
import { inboundRow } from './inbound-row'

interface Chat {
  contactId: number
  whatsappId: number
}

/**
 * Stores a customer's message that needs no person, such as a rating or a word of opt-out, as read; unread count, preview
 * and time of the closed ticket stay. Returns the id of the message.
 */
export async function storeQuietly(scope: Scope, ticket: TicketRow, chat: Chat, item: InboundMessage): Promise<number> {
  const { values, quoted } = await inboundRow(scope, { ticketId: ticket.id, ...chat }, item)
  const quiet = { ...values, read: 1 as const }
  const id = await storeMessage(scope, quiet)
  const message = toMessage(scope, { ...quiet, ...quoted, id })
  scope.publish('appMessage', { action: 'create', message, ticket: toTicket(scope, ticket) })
  return id
}
