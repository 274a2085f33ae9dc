import type { Authenticator } from './authenticator'
import { findLogin, type TokenRow } from './refresh'
import { RefreshTokens } from './refresh-token'

/**
 * Revokes the login that the refresh token belongs to and its push subscriptions. Any other token changes nothing: one
 * of a login that is gone or revoked, or one that was rotated away before the last rotation.
 */
export async function logout(authenticator: Authenticator, token: string | undefined) {
  const tokens = new RefreshTokens(authenticator.platform.ports.secrets)
  const loginRef = tokens.loginOf(token ?? '')
  if (!loginRef) return
  const hash = tokens.hash(token ?? '')
  const revoked = await authenticator.platform.transaction(async ({ db }) => {
    const login = await findLogin(db, loginRef)
    if (!login || login.revokedAt || !isTokenOf(login, hash)) return null
    const revocation = { revokedAt: new Date().toISOString(), revokedFor: 'logout' }
    await db.updateTable('tokens').set(revocation).where('id', '=', login.id).execute()
    await db.deleteFrom('push_subscriptions').where('tokenId', '=', login.id).execute()
    return login
  })
  if (revoked) await authenticator.refreshRights(revoked.companyId, revoked.userId)
}

/** The present token, or the one before: a tab may not have received the response to its refresh. */
const isTokenOf = ({ refreshHash, previousHash }: TokenRow, hash: string) => [refreshHash, previousHash].includes(hash)
