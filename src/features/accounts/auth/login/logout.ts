import type { LoginIds } from '../../../../core/http/access-tokens'
import { bearerOf } from '../../../../core/http/guard'
import { AppError } from '../../../../shared/errors'
import type { Authenticator } from '../authenticator'
import { findLogin } from '../refresh/refresh'
import { holdsToken } from '../refresh/refresh-branches'
import { RefreshTokens } from '../refresh/refresh-token'
import { auditLogin } from './audit-login'

/** Credentials of a logout request. */
interface Presented {
  headers: Headers
  /** Refresh token of the cookie. */
  cookie: string | undefined
}

/**
 * Revokes the logins of the refresh token and of the access token, whichever the request has, and deletes their push
 * subscriptions; returns how many logins ended, 0 when they had ended before. @throws ERR_SESSION_REFUSED when neither
 * names a login: without tokens, and with older refresh tokens, expired access tokens and tokens of deleted logins
 */
export async function logout(authenticator: Authenticator, { headers, cookie }: Presented): Promise<number> {
  const access = bearerOf(headers)
  const logins = [
    cookie ? await loginOfCookie(authenticator, cookie) : null,
    access ? await authenticator.tokens.verify(access).catch(() => null) : null,
  ].filter((login) => login !== null)
  if (logins.length === 0) throw new AppError('ERR_SESSION_REFUSED')
  let ended = 0
  for (const login of logins) if (await revoke(authenticator, login)) ended++
  return ended
}

/** The login of its current token or of the previous one, because a tab may have lost the response to its refresh. */
async function loginOfCookie({ platform }: Authenticator, cookie: string): Promise<LoginIds | null> {
  const tokens = new RefreshTokens(platform.ports.secrets)
  const loginRef = tokens.loginOf(cookie)
  const login = loginRef && (await findLogin(platform.db, loginRef))
  if (!login || !holdsToken(login, tokens.hash(cookie))) return null
  return { tokenId: login.id, userId: login.userId, companyId: login.companyId }
}

/** Revokes a login; false when it has ended before. */
async function revoke(authenticator: Authenticator, { tokenId, userId, companyId }: LoginIds): Promise<boolean> {
  const revoked = await authenticator.platform.transaction(async (platform) => {
    const db = platform.tenant(companyId)
    const ended = await db
      .update('tokens')
      .set({ revokedAt: new Date().toISOString(), revokedFor: 'logout' })
      .where('id', '=', tokenId)
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .returning('id')
      .execute()
    if (ended.length === 0) return false
    await db.delete('push_subscriptions').where('tokenId', '=', tokenId).execute()
    await auditLogin({ db, actor: { system: 'login' }, address: '' }, 'logout', userId)
    return true
  })
  if (revoked) await authenticator.refreshRights(companyId, userId)
  return revoked
}
