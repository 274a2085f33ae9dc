import { log } from '../../../core/log'
import type { Scope } from '../../../core/scope'
import { changesTicket } from '../../../shared/permissions'
import { getTicket, getTicketRow } from './read'

export type Presence = 'composing' | 'recording' | 'paused'

/** Shows an agent's typing to the customer while the ticket is open, and to colleagues; stores nothing. */
export async function showTyping(scope: Scope, id: number, presence: Presence) {
  const ticket = await getTicket(scope, id)
  if (ticket.status !== 'open' || ticket.whatsappId === null || !changesTicket(scope.viewer, ticket)) return
  scope.publish('presence', { action: 'update', ticket, presence, userId: scope.viewer.userId })
  const connection = { companyId: scope.companyId, whatsappId: ticket.whatsappId }
  if (!scope.ports.whatsapp.isOpen(connection)) return
  scope.ports.whatsapp
    .typing(connection, (await getTicketRow(scope, id)).waJid, presence)
    .catch((err) => log.debug({ err }, 'typing was not shown to the customer'))
}
