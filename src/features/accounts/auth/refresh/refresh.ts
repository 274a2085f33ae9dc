import type { Platform } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import type { Authenticator } from '../authenticator'
import { auditLogin } from '../login/audit-login'
import type { SignedIn } from '../login/login'
import { absoluteEnd, expiryAfterUse, loginDays } from '../login/login-life'
import { meOf } from '../me'
import { rotate, type TokenRow } from './refresh-branches'
import { type LoginRef, RefreshTokens } from './refresh-token'

type Rotation = { login: TokenRow; refresh: string } | { refused: AppError; revoked?: TokenRow }

/**
 * Returns a new access token and replaces the refresh token. A refresh token replaced more than `graceSeconds` ago, and
 * one of a branch that another one outlived, is in use twice, so the login is revoked for both users of it.
 * @throws ERR_SESSION_REFUSED (401), ERR_ACCESSED_ELSEWHERE (401), ERR_LOGIN_TOO_OLD (401) `{ days }`,
 * ERR_COMPANY_DISABLED (403), ERR_RATE_LIMIT (429)
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
  return {
    body: { token: access, user: await meOf(authenticator, { tokenId, userId, companyId }) },
    refresh: rotation.refresh,
  }
}

async function rotateToken(platform: Platform, token: string, now: Date): Promise<Rotation> {
  const { ports, db } = platform
  const tokens = new RefreshTokens(ports.secrets)
  const loginRef = tokens.loginOf(token)
  const login = loginRef ? await findLogin(db, loginRef) : undefined
  const refused = login ? refusalOf(login, now) : new AppError('ERR_SESSION_REFUSED')
  if (!login || refused) return { refused: refused ?? new AppError('ERR_SESSION_REFUSED') }

  const refresh = tokens.fresh(login)
  const rotated = rotate(login, tokens.hash(token), tokens.hash(refresh), now)
  if (rotated === 'full') return { refused: new AppError('ERR_RATE_LIMIT', { retryAfter: 60 }) }
  if (rotated) {
    const { hash: refreshHash, ...columns } = rotated
    const changes = { ...columns, refreshHash, expiresAt: expiryAfterUse(login.createdAt, now) }
    await db.updateTable('tokens').set(changes).where('id', '=', login.id).execute()
    return { login, refresh }
  }
  // A token of version 0.1.0 has no user id: its login id may belong to another user, whose login must not be revoked.
  if (loginRef?.userId === null) return { refused: new AppError('ERR_SESSION_REFUSED') }
  await db
    .updateTable('tokens')
    .set({ revokedAt: now.toISOString(), revokedFor: 'reuse' })
    .where('id', '=', login.id)
    .execute()
  const by = { db: platform.tenant(login.companyId), actor: { system: 'login' }, address: login.address }
  await auditLogin(by, 'reuse', login.userId)
  return { refused: new AppError('ERR_SESSION_REFUSED'), revoked: login }
}

/** Why a login that ended is refused; undefined while it lasts. */
function refusalOf({ expiresAt, createdAt, revokedAt, revokedFor }: TokenRow, now: Date): AppError | undefined {
  if (revokedAt) return new AppError(revokedFor === 'elsewhere' ? 'ERR_ACCESSED_ELSEWHERE' : 'ERR_SESSION_REFUSED')
  if (absoluteEnd(createdAt) <= now.getTime()) return new AppError('ERR_LOGIN_TOO_OLD', { days: loginDays })
  return expiresAt <= now.toISOString() ? new AppError('ERR_SESSION_REFUSED') : undefined
}

/** The login of a refresh token: the row with its id, if user and family are the same. */
export const findLogin = (db: Platform['db'], { tokenId, userId, family }: LoginRef): Promise<TokenRow | undefined> =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('id', '=', tokenId)
    .where('family', family === null ? 'is' : '=', family)
    .$if(userId !== null, (query) => query.where('userId', '=', userId as number))
    .executeTakeFirst()
