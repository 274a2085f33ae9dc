import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'

const newestMessage = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('messages')
    .select('id')
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 0)
    .orderBy('id', 'desc')
    .limit(1),
)

/** Newest message of the ticket's customer; 0 without one. */
export const newestCustomerMessageId = async (scope: Scope, ticketId: number): Promise<number> =>
  (await scope.db.first(newestMessage, { ticketId }))?.id ?? 0
