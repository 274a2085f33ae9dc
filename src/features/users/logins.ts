import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { recordAuditEntry } from '../audit/record'
import type { LoginRow } from '../auth/model'

/** Number of logins returned. */
const maxRows = 20

/** Returns the acting user's logins, newest first, including ended ones. At most one of them is active. */
export async function listLogins(scope: Scope, tokenId: number, now = new Date()): Promise<LoginRow[]> {
  const rows = await scope.db
    .select('tokens')
    .select(['id', 'userAgent', 'address', 'createdAt', 'rotatedAt', 'expiresAt', 'revokedAt', 'revokedFor'])
    .where('userId', '=', scope.viewer.userId)
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute()
  return rows.map(({ rotatedAt, expiresAt, revokedAt, ...row }) => ({
    ...row,
    lastUsedAt: rotatedAt,
    endedAt: revokedAt ?? (expiresAt <= now.toISOString() ? expiresAt : null),
    isThis: row.id === tokenId,
  }))
}

/**
 * Ends one of the acting user's logins. @throws ERR_NO_SESSION_FOUND for one that has ended or belongs to another user
 */
export async function endLogin(outer: Scope, id: number): Promise<void> {
  if ((await endMine(outer, { only: id })) === 0) throw new AppError('ERR_NO_SESSION_FOUND')
}

/** Ends the acting user's logins except one; returns how many. */
export const endOthers = (outer: Scope, tokenId: number): Promise<number> => endMine(outer, { except: tokenId })

const endMine = (outer: Scope, which: { only?: number; except?: number }): Promise<number> =>
  outer.transaction(async (scope) => {
    const { userId, name } = scope.viewer
    const ended = await endLogins(scope, userId, 'revoked', which)
    if (ended > 0)
      await recordAuditEntry(scope, {
        action: 'end',
        entity: 'session',
        entityId: which.only ?? null,
        name,
        after: { ended },
      })
    return ended
  })

/** Ends a user's logins except one, and deletes their push subscriptions; returns how many. */
export function endLogins(
  outer: Scope,
  userId: number,
  revokedFor: 'revoked' | 'password',
  { only, except }: { only?: number; except?: number } = {},
): Promise<number> {
  return outer.transaction(async (scope) => {
    let ending = scope.db
      .update('tokens')
      .set({ revokedAt: new Date().toISOString(), revokedFor })
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
    if (only !== undefined) ending = ending.where('id', '=', only)
    if (except !== undefined) ending = ending.where('id', '!=', except)
    const ended = (await ending.returning('id').execute()).map(({ id }) => id)
    if (ended.length === 0) return 0
    await scope.db.delete('push_subscriptions').where('tokenId', 'in', ended).execute()
    scope.rightsChanged(userId)
    return ended.length
  })
}
