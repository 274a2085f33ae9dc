import type { Scope } from '../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { type TicketRow, ticketRows } from './read'

interface Chat {
  contactId: number
  whatsappId: number
}

const live = hot<Chat>()((db, p) =>
  ticketRows(db)
    .where('tickets.contactId', '=', p('contactId'))
    .where('tickets.whatsappId', '=', p('whatsappId'))
    .where('tickets.status', '<>', 'closed'),
)
const liveOfContacts = hot<{ contactIds: ListParameter; whatsappId: number }>()((db, p) =>
  ticketRows(db)
    .where('tickets.contactId', 'in', inList(p('contactIds')))
    .where('tickets.whatsappId', '=', p('whatsappId'))
    .where('tickets.status', '<>', 'closed'),
)
const newestClosed = hot<Chat>()((db, p) =>
  ticketRows(db)
    .where('tickets.contactId', '=', p('contactId'))
    .where('tickets.whatsappId', '=', p('whatsappId'))
    .where('tickets.status', '=', 'closed')
    .orderBy('tickets.updatedAt', 'desc')
    .limit(1),
)

/** Returns a contact's live (not closed) ticket on a connection; at most one exists. */
export const findLiveTicket = (scope: Scope, chat: Chat): Promise<TicketRow | undefined> => scope.db.first(live, chat)

/** Returns the live tickets of contacts on a connection, in no order. */
export const findLiveTickets = (scope: Scope, whatsappId: number, contactIds: Iterable<number>): Promise<TicketRow[]> =>
  scope.db.run(liveOfContacts, { contactIds: listOf(contactIds), whatsappId })

/** Returns a contact's most recently updated closed ticket on a connection. */
export const findNewestClosed = (scope: Scope, chat: Chat): Promise<TicketRow | undefined> =>
  scope.db.first(newestClosed, chat)
