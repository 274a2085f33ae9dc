import type { Scope } from '../../core/scope'
import { literal } from '../../core/storage/expressions'
import { hot } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import { changesTicket, type TicketAssignment } from '../../shared/permissions'

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
export const listLiveTickets = (scope: Scope, contactId: number) => scope.db.run(liveOf, { contactId })

/** The contact's ticket with the latest change, which decides who sees what belongs to the contact; null without one. */
export const newestTicketOf = async (scope: Scope, contactId: number): Promise<TicketAssignment | null> =>
  (await scope.db.first(newestOf, { contactId })) ?? null

/** Checks that the acting user may change every live ticket of a contact. @throws ERR_NO_PERMISSION */
export async function assertChangesTicketsOf(scope: Scope, contactId: number) {
  const live = await listLiveTickets(scope, contactId)
  if (!live.every((ticket) => changesTicket(scope.viewer, ticket))) throw new AppError('ERR_NO_PERMISSION')
}
