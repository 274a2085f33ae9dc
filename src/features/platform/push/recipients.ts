import type { Scope } from '../../../core/scope'
import type { Flag } from '../../../core/storage/schema'
import { hot, type Tables } from '../../../core/storage/tenant'
import type { Agent } from '../../../shared/permissions'
import { withheldFrom } from '../../../shared/role-limits'
import { roleLimitsColumn } from '../settings/role-limits'
import type { PushPayload } from './model'

/** A push subscription with the rights of its user. */
export interface Recipient extends Agent {
  subscriptionId: number
  sealed: Uint8Array
}

/** Subscriptions of active logins: those not muted, and with `muted` = 1 also the muted ones. */
const activeSubscriptions = (db: Tables, now: string, muted: Flag) =>
  db
    .select('push_subscriptions')
    .innerJoin('tokens', 'tokens.id', 'push_subscriptions.tokenId')
    .innerJoin('users', 'users.id', 'push_subscriptions.userId')
    .where('tokens.revokedAt', 'is', null)
    .where('tokens.expiresAt', '>', now)
    .where('muted', '<=', muted)
    .select(['push_subscriptions.id as subscriptionId', 'push_subscriptions.sealed'])
    .select(['users.id as userId', 'users.profile', 'users.allTicket'])
    .select(roleLimitsColumn)

const allSubscriptions = hot<{ now: string }>()((db, p) => activeSubscriptions(db, p('now'), 0))
const oneSubscription = hot<{ id: number; now: string; muted: Flag }>()((db, p) =>
  activeSubscriptions(db, p('now'), p('muted')).where('push_subscriptions.id', '=', p('id')),
)
const allQueues = hot<{}>()((db) => db.select('user_queues').select(['userId', 'queueId']))
const queuesOf = hot<{ userId: number }>()((db, p) =>
  db.select('user_queues').select('queueId').where('userId', '=', p('userId')),
)

/** Returns all subscriptions of the company that can receive a notification, with their users' current rights. */
export async function listRecipients(scope: Scope): Promise<Recipient[]> {
  const queues = Map.groupBy(await scope.db.run(allQueues, {}), ({ userId }) => userId)
  const rows = await scope.db.run(allSubscriptions, { now: new Date().toISOString() })
  return rows.map((row) => toRecipient(row, queues.get(row.userId) ?? []))
}

/**
 * Returns one subscription if it can receive a notification now. Called once per recipient, so it reads only that
 * user's queues.
 * @param muted includes a muted subscription
 */
export async function findRecipient(scope: Scope, id: number, { muted = false } = {}): Promise<Recipient | undefined> {
  const row = await scope.db.first(oneSubscription, { id, now: new Date().toISOString(), muted: muted ? 1 : 0 })
  return row && toRecipient(row, await scope.db.run(queuesOf, row))
}

type Row = Omit<Recipient, 'queueIds' | 'withheld'> & { roleLimits: string | null }

const toRecipient = ({ roleLimits, ...row }: Row, queues: { queueId: number }[]): Recipient => ({
  ...row,
  withheld: withheldFrom(row.profile, roleLimits),
  queueIds: queues.map(({ queueId }) => queueId),
})

/** Returns true while one of the user's tabs is focused: that tab shows the message itself. */
export const isLooking = ({ ports, companyId }: Scope, { userId }: Recipient) => ports.isLooking(companyId, userId)

/** Builds the notification of one recipient; null for a recipient it does not concern. */
export type PushBuilder = (recipient: Recipient) => PushPayload | null
