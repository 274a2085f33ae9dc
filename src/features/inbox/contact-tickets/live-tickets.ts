import type { Scope } from '../../../core/scope'
import { literal } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { changesTicket, type TicketAssignment } from '../../../shared/permissions'
import { recordRenumbered } from '../tickets/history/events'
import { ticketRows, toTicket } from '../tickets/read'

const liveOf = hot<{ contactId: number }>()((db, p) =>
  db
    .select('tickets')
    .select(['id', 'status', 'userId', 'queueId'])
    .where('contactId', '=', p('contactId'))
    .where('status', '<>', literal('closed')),
)
const newestOf = hot<{ contactId: number }>()((db, p) =>
  db
    .select('tickets')
    .select(['status', 'userId', 'queueId'])
    .where('contactId', '=', p('contactId'))
    .orderBy('updatedAt', 'desc')
    .limit(1),
)

/** Live tickets of a contact, one per connection at most. */
const listLiveTickets = (scope: Scope, contactId: number) => scope.db.run(liveOf, { contactId })

/** The contact's ticket with the latest change, which decides who sees what belongs to the contact; null without one. */
export const newestTicketOf = async (scope: Scope, contactId: number): Promise<TicketAssignment | null> =>
  (await scope.db.first(newestOf, { contactId })) ?? null

/** Checks that the acting user may change every live ticket of a contact. @throws ERR_NO_PERMISSION */
export async function assertChangesTicketsOf(scope: Scope, contactId: number) {
  const live = await listLiveTickets(scope, contactId)
  if (!live.every((ticket) => changesTicket(scope.viewer, ticket))) throw new AppError('ERR_NO_PERMISSION')
}

/** Writes into the history of each live ticket of a contact that its number changed. */
export async function recordNewNumber(scope: Scope, contactId: number) {
  for (const ticket of await listLiveTickets(scope, contactId)) await recordRenumbered(scope, ticket)
}

const ticketsOf = hot<{ contactId: number }>()((db, p) =>
  ticketRows(db).where('tickets.contactId', '=', p('contactId')),
)

/** Publishes the deletion of all tickets of a contact that is being deleted. */
export async function publishDeletedTickets(scope: Scope, contactId: number) {
  for (const row of await scope.db.run(ticketsOf, { contactId }))
    scope.publish('ticket', { action: 'delete', ticketId: row.id, was: toTicket(scope, row) })
}
