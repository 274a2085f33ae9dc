import type { Scope } from '../../../core/scope'
import type { Identity } from '../../../whatsapp/received'
import { findContact } from '../../contacts/contacts/identify'
import { findLiveTicket } from '../tickets/find'
import type { Presence } from '../tickets/presence'
import { toTicket } from '../tickets/read'

/** Publishes that a customer types, records or has paused, if the contact has a live ticket on the connection. */
export async function publishCustomerTyping(scope: Scope, whatsappId: number, chat: Identity, presence: Presence) {
  const contact = await findContact(scope, chat)
  const row = contact && (await findLiveTicket(scope, { contactId: contact.id, whatsappId }))
  if (row) scope.publish('presence', { action: 'update', ticket: toTicket(scope, row), presence, userId: null })
}
