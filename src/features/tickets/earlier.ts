import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { seesTicket } from '../../shared/permissions'

/** A contact with more tickets than this is no person; a conversation does not go on further up. */
const mostTickets = 1000

const upTo = hot<{ contactId: number; upTo: number; limit: number }>()((db, p) =>
  db
    .select('tickets')
    .select(['id', 'status', 'userId', 'queueId'])
    .where('contactId', '=', p('contactId'))
    .where('id', '<=', p('upTo'))
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

/**
 * The tickets of a contact that the acting person may read, newest first, from one of them on: whoever may read a
 * ticket reads all of it (open decision 32).
 */
export const seenTickets = async (scope: Scope, contactId: number, from = Number.MAX_SAFE_INTEGER) =>
  (await scope.db.run(upTo, { contactId, upTo: from, limit: mostTickets })).filter((ticket) =>
    seesTicket(scope.viewer, ticket),
  )
