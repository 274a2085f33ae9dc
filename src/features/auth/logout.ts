import type { Authenticator } from './authenticator'
import { findLogin, type TokenRow } from './refresh'
import { RefreshTokens } from './refresh-token'

/**
 * Revokes the login of a refresh token and deletes its push subscriptions. Only the current token and the one before it
 * count; older tokens, and those of deleted or revoked logins, change nothing.
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

/** True for the current token and for the previous one, because a tab may have lost the response to its refresh. */
const isTokenOf = ({ refreshHash, previousHash }: TokenRow, hash: string) => [refreshHash, previousHash].includes(hash)
