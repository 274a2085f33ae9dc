import { log } from '../../core/log'
import type { Scope } from '../../core/scope'
import { changesTicket } from '../../shared/permissions'
import type { Identity } from '../../whatsapp/contract'
import { findContact } from '../contacts/identify'
import { findLiveTicket } from './find'
import { getTicket, getTicketRow, toTicket } from './read'

export type Presence = 'composing' | 'recording' | 'paused'

/** An agent types: the customer sees it while the ticket is open, colleagues as well. Nothing is stored. */
export async function typing(scope: Scope, id: number, presence: Presence) {
  const ticket = await getTicket(scope, id)
  if (ticket.status !== 'open' || ticket.whatsappId === null || !changesTicket(scope.viewer, ticket)) return
  scope.publish('presence', { action: 'update', ticket, presence, userId: scope.viewer.userId })
  const connection = { companyId: scope.companyId, whatsappId: ticket.whatsappId }
  if (!scope.ports.whatsapp.isOpen(connection)) return
  scope.ports.whatsapp
    .typing(connection, (await getTicketRow(scope, id)).waJid, presence)
    .catch((err) => log.debug({ err }, 'typing was not shown to the customer'))
}

/** The customer types. */
export async function customerTypes(scope: Scope, whatsappId: number, chat: Identity, presence: Presence) {
  const contact = await findContact(scope, chat)
  const row = contact && (await findLiveTicket(scope, { contactId: contact.id, whatsappId }))
  if (row) scope.publish('presence', { action: 'update', ticket: toTicket(scope, row), presence, userId: null })
}
