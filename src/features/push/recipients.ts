import type { Flag } from '../../core/schema'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import type { Agent } from '../../shared/permissions'

/** A browser that may be told something, and the rights of whoever sits there. */
export interface Recipient extends Agent {
  subscriptionId: number
  sealed: Uint8Array
}

/** Those of logins that still hold and are not muted. */
const listening = hot<{ now: string; muted: Flag }>()((db, p) =>
  db
    .select('push_subscriptions')
    .innerJoin('tokens', 'tokens.id', 'push_subscriptions.tokenId')
    .innerJoin('users', 'users.id', 'push_subscriptions.userId')
    .where('tokens.revokedAt', 'is', null)
    .where('tokens.expiresAt', '>', p('now'))
    .where('muted', '<=', p('muted'))
    .select(['push_subscriptions.id as subscriptionId', 'push_subscriptions.sealed'])
    .select(['users.id as userId', 'users.profile', 'users.allTicket']),
)
const queuesOf = hot<{}>()((db) => db.select('user_queues').select(['userId', 'queueId']))

/** Everybody of the company who can be told something now, with the rights they have now. */
export function listRecipients(scope: Scope, { muted = false } = {}): Recipient[] {
  const queues = scope.db.run(queuesOf, {})
  return scope.db.run(listening, { now: new Date().toISOString(), muted: muted ? 1 : 0 }).map((row) => ({
    ...row,
    queueIds: queues.filter(({ userId }) => userId === row.userId).map(({ queueId }) => queueId),
  }))
}

/** True while one of the person's tabs is in front of them: it tells them itself. */
export const isLooking = ({ ports, companyId }: Scope, { userId }: Recipient) => ports.isLooking(companyId, userId)
