import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { seesTicket } from '../../../../shared/permissions'

/** Maximum number of a contact's tickets read as one conversation; more than any person has. */
const maxTickets = 1000

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
 * Returns the contact's tickets that the acting user may read, newest first, starting at one of them. Permission to
 * read a ticket covers all its messages.
 */
export const listVisibleTickets = async (scope: Scope, contactId: number, from = Number.MAX_SAFE_INTEGER) =>
  (await scope.db.run(upTo, { contactId, upTo: from, limit: maxTickets })).filter((ticket) =>
    seesTicket(scope.viewer, ticket),
  )
