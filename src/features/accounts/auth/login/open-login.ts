import type { ClientInfo } from '../../../../core/http/client-info'
import type { Platform } from '../../../../core/scope'
import type { CompanyId } from '../../../../core/storage/schema'
import type { Authenticator } from '../authenticator'
import { newFamily, RefreshTokens } from '../refresh/refresh-token'
import { auditLogin } from './audit-login'
import { endEarlierLogins } from './earlier-logins'
import { expiryAfterUse } from './login-life'

interface User {
  userId: number
  companyId: CompanyId
}

/** Inserts the new login and revokes those that it replaces in one transaction, then closes their sockets. */
export async function openLogin(
  authenticator: Authenticator,
  { userId, companyId }: User,
  client: ClientInfo,
  renewalOnly: boolean,
) {
  const { ports } = authenticator.platform
  const opened = await authenticator.platform.transaction((platform) =>
    replaceLogins(platform, { userId, companyId }, client, renewalOnly),
  )
  if (opened.ended.length > 0) {
    // The event ends every other login of the user in the interface; the sockets of single ones are closed with 4409.
    if (!opened.othersRemain)
      ports.publish(companyId, 'auth', { action: 'update', user: { id: userId }, tokenId: opened.tokenId })
    ports.rightsChanged(companyId, userId) // closes their sockets
  }
  return opened
}

async function replaceLogins(
  platform: Platform,
  { userId, companyId }: User,
  { userAgent, ip }: ClientInfo,
  renewalOnly: boolean,
) {
  const db = platform.tenant(companyId)
  const refreshTokens = new RefreshTokens(platform.ports.secrets)
  const at = new Date()
  const earlier = await endEarlierLogins(db, userId, userAgent, at)
  const row = {
    userId,
    userAgent,
    address: ip,
    renewalOnly: renewalOnly ? (1 as const) : (0 as const),
    refreshHash: crypto.randomUUID(),
    family: newFamily(),
    createdAt: at.toISOString(),
    rotatedAt: at.toISOString(),
    expiresAt: expiryAfterUse(at.toISOString(), at),
  }
  const { id } = await db
    .insert('tokens', { ...row, previousHash: null, revokedAt: null, revokedFor: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refresh = refreshTokens.fresh({ ...row, id })
  await db
    .update('tokens')
    .set({ refreshHash: refreshTokens.hash(refresh) })
    .where('id', '=', id)
    .execute()
  await auditLogin({ db, actor: { system: 'login' }, address: ip }, 'login', userId)
  return { tokenId: id, refresh, ...earlier }
}
