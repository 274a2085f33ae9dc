import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import type { LoginRow } from './model'

/** Number of logins returned. */
const maxRows = 20

/**
 * Returns a user's logins, newest first, including ended ones of the last day.
 * @param tokenId login of the request
 */
export async function listLogins(scope: Scope, userId: number, tokenId: number, now = new Date()): Promise<LoginRow[]> {
  const rows = await scope.db
    .select('tokens')
    .select(['id', 'userAgent', 'address', 'createdAt', 'rotatedAt', 'expiresAt', 'revokedAt', 'revokedFor'])
    .where('userId', '=', userId)
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

/** Id of the user of a login. @throws ERR_NO_SESSION_FOUND */
export async function getLoginOwner(scope: Scope, id: number): Promise<number> {
  const login = await scope.db.select('tokens').select('userId').where('id', '=', id).executeTakeFirst()
  if (!login) throw new AppError('ERR_NO_SESSION_FOUND')
  return login.userId
}

type LoginOwner = { id: number; name: string }

/** Ends one of a user's logins. @throws ERR_NO_SESSION_FOUND for one that has ended or belongs to another user */
export async function endLogin(outer: Scope, user: LoginOwner, id: number): Promise<void> {
  if ((await endAndRecord(outer, user, { only: id })) === 0) throw new AppError('ERR_NO_SESSION_FOUND')
}

/** Ends a user's logins except the one of the request; returns how many. */
export const endOthers = (outer: Scope, user: LoginOwner, tokenId: number): Promise<number> =>
  endAndRecord(outer, user, { except: tokenId })

const endAndRecord = (
  outer: Scope,
  { id: userId, name }: LoginOwner,
  which: { only?: number; except?: number },
): Promise<number> =>
  outer.transaction(async (scope) => {
    const isOwn = userId === scope.viewer.userId
    const ended = await endLogins(scope, userId, isOwn ? 'revoked' : 'admin', which)
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
  revokedFor: 'revoked' | 'admin' | 'password',
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
