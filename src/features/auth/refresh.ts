import type { Selectable } from 'kysely'
import type { Platform } from '../../core/scope'
import type { Database } from '../../core/storage/schema'
import { AppError } from '../../shared/errors'
import type { Authenticator } from './authenticator'
import { refreshSeconds, type SignedIn } from './login'
import { meOf } from './me'
import { type LoginRef, RefreshTokens } from './refresh-token'

/**
 * Seconds the previous token stays valid, for tabs that refresh at the same moment and for responses that were lost.
 */
export const graceSeconds = 30

export type TokenRow = Selectable<Database['tokens']>
type Rotation = { login: TokenRow; refresh: string } | { refused: AppError; revoked?: TokenRow }

/**
 * Returns a new access token and rotates the refresh token. A refresh token replaced more than `graceSeconds` ago is in
 * use twice, so the login is revoked for both users of it.
 * @throws ERR_SESSION_REFUSED (401), ERR_ACCESSED_ELSEWHERE (401), ERR_COMPANY_DISABLED (403)
 */
export async function refreshLogin(authenticator: Authenticator, token: string | undefined): Promise<SignedIn> {
  const rotation = await authenticator.platform.transaction((platform) =>
    rotateToken(platform, token ?? '', new Date()),
  )
  if ('refused' in rotation) {
    if (rotation.revoked) await authenticator.refreshRights(rotation.revoked.companyId, rotation.revoked.userId)
    throw rotation.refused
  }
  const { companyId, userId, id: tokenId } = rotation.login
  await authenticator.callerOfClaims({ tokenId, userId, companyId, expiresAt: 0 }) // throws for a disabled company
  const access = await authenticator.tokens.sign({ tokenId, userId, companyId })
  return { body: { token: access, user: await meOf(authenticator, companyId, userId) }, refresh: rotation.refresh }
}

async function rotateToken({ ports, db }: Platform, token: string, now: Date): Promise<Rotation> {
  const tokens = new RefreshTokens(ports.secrets)
  const loginRef = tokens.loginOf(token)
  const login = loginRef ? await findLogin(db, loginRef) : undefined
  if (!login || login.expiresAt <= now.toISOString()) return { refused: new AppError('ERR_SESSION_REFUSED') }
  if (login.revokedAt)
    return {
      refused: new AppError(login.revokedFor === 'elsewhere' ? 'ERR_ACCESSED_ELSEWHERE' : 'ERR_SESSION_REFUSED'),
    }

  const hash = tokens.hash(token)
  const refresh = tokens.next(token, login)
  if (hash === login.refreshHash) {
    const expiresAt = new Date(now.getTime() + refreshSeconds * 1000).toISOString()
    const rotated = { refreshHash: tokens.hash(refresh), previousHash: hash, rotatedAt: now.toISOString(), expiresAt }
    await db.updateTable('tokens').set(rotated).where('id', '=', login.id).execute()
    return { login, refresh }
  }
  const secondsSinceRotation = (now.getTime() - Date.parse(login.rotatedAt)) / 1000
  if (hash === login.previousHash && secondsSinceRotation <= graceSeconds) return { login, refresh }
  // A token of version 0.1.0 has no user id: its login id may belong to another user, whose login must not be revoked.
  if (loginRef?.userId === null) return { refused: new AppError('ERR_SESSION_REFUSED') }
  await db
    .updateTable('tokens')
    .set({ revokedAt: now.toISOString(), revokedFor: 'reuse' })
    .where('id', '=', login.id)
    .execute()
  return { refused: new AppError('ERR_SESSION_REFUSED'), revoked: login }
}

/** The login of a refresh token: the row with its id, if it belongs to the same user. */
export const findLogin = (db: Platform['db'], { tokenId, userId }: LoginRef): Promise<TokenRow | undefined> =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', tokenId)
    .$if(userId !== null, (query) => query.where('userId', '=', userId as number))
    .executeTakeFirst()
