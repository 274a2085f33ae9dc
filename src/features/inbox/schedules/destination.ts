import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { type TicketRow, ticketRows } from '../tickets/read'
import { beginTicket } from '../tickets/state/begin'

interface ContactKey {
  contactId: number
}
const newestTicket = (comparison: '=' | '<>') =>
  hot<ContactKey>()((db, p) =>
    ticketRows(db)
      .where('tickets.contactId', '=', p('contactId'))
      .where('tickets.whatsappId', 'is not', null)
      .where('tickets.status', comparison, 'closed')
      .orderBy('tickets.updatedAt', 'desc')
      .limit(1),
  )
const newestLive = newestTicket('<>')
const newestClosed = newestTicket('=')
const defaultConnection = hot<{}>()((db) => db.select('connections').select('id').where('isDefault', '=', 1))

/** Where a message to a contact goes: its live ticket, or the connection and queue of its last one. */
export interface Destination {
  whatsappId: number
  live: TicketRow | null
  queueId: number | null
}

/** Returns the contact's last connection, else the default one; null when the company has neither. */
export async function findDestination(scope: Scope, contactId: number): Promise<Destination | null> {
  const live = await scope.db.first(newestLive, { contactId })
  if (live) return { whatsappId: live.whatsappId as number, live, queueId: live.queueId }
  const closed = await scope.db.first(newestClosed, { contactId })
  const whatsappId = closed?.whatsappId ?? (await scope.db.first(defaultConnection, {}))?.id
  return whatsappId == null ? null : { whatsappId, live: null, queueId: closed?.queueId ?? null }
}

/** Creates a ticket that is closed from the start, so that it does not wait; the schedule's author can see it. */
export const beginClosed = (
  scope: Scope,
  { whatsappId, queueId }: Destination,
  whose: { contactId: number; userId: number | null },
): Promise<TicketRow> => beginTicket(scope, { ...whose, whatsappId, queueId, status: 'closed', isGroup: false })
