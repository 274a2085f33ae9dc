import type { Platform, Scope } from '../../../core/scope'
import { randomToken } from '../../../core/secrets'
import type { CompanyId } from '../../../core/storage/schema'
import type { TenantDb } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import type { Authenticator } from '../../accounts/auth/authenticator'
import { meOf } from '../../accounts/auth/me'
import { supportAddressesOf } from '../../accounts/users/support-addresses'
import { recordAuditEntry } from '../../platform/audit/record'
import { findCompany } from '../companies/read'
import type { SupportAnswer, SupportGrant, SupportInput } from './model'
import { supportUserOf } from './support-user'

/**
 * Starts a support session: the super user acts in another company for a reason and a limited time, with a login of a
 * support user of that company. The company's users see it while it lasts.
 * @throws ERR_NO_COMPANY_FOUND, ERR_OWN_COMPANY, ERR_VALIDATION
 */
export async function startSupport(scope: Scope, auth: Authenticator, id: number, input: SupportInput) {
  const { platform } = auth
  const companyId = id as CompanyId
  const reason = input.reason.trim()
  if (reason.length < limits.supportReason.min) throw new AppError('ERR_VALIDATION', { fields: ['reason'] })
  if (companyId === scope.companyId) throw new AppError('ERR_OWN_COMPANY')
  await findCompany(platform, id)
  const passwordHash = await platform.ports.passwords.hash(randomToken()) // a random password that is stored nowhere
  const companyScope = platform.scope(companyId, { system: 'support' })
  const grant = await companyScope.transaction(async (companyScope) => {
    const userId = await supportUserOf(companyScope.db, scope.viewer, passwordHash)
    // a super user has at most one session per company
    for (const { id } of await activeGrants(companyScope.db, userId)) await endGrant(companyScope, id)
    const grant = await insertGrant(companyScope.db, userId, reason, input.minutes ?? limits.supportMinutes.max)
    const actor = { ...scope.viewer, userId, name: grant.name }
    const entry = { action: 'start', entity: 'support', entityId: grant.id, name: grant.name }
    await recordAuditEntry(
      { db: companyScope.db, actor, address: scope.address },
      { ...entry, after: { reason, expiresAt: grant.expiresAt } },
    )
    await companyScope.enqueue('support.end', { grantId: grant.id }, { runAt: new Date(grant.expiresAt) })
    companyScope.publish('support', { action: 'start', grant: withoutToken(grant) })
    return grant
  })
  return answerWithLogin(auth, companyId, grant)
}

/** Returns the active support sessions of the company. */
export const listSupport = async (scope: Scope): Promise<SupportGrant[]> =>
  (
    await grants(scope.db)
      .where('endedAt', 'is', null)
      .where('support_grants.expiresAt', '>', new Date().toISOString())
      .orderBy('support_grants.id')
      .execute()
  ).map(withoutToken)

/** Ends a support session early, by an admin of the company or by the support user. @throws ERR_NO_SUPPORT_FOUND */
export function endSupport(outer: Scope, id: number): Promise<SupportGrant> {
  return outer.transaction(async (scope) => {
    const grant = await endGrant(scope, id)
    if (!grant) throw new AppError('ERR_NO_SUPPORT_FOUND')
    await recordAuditEntry(scope, { action: 'end', entity: 'support', entityId: id, name: grant.name })
    return withoutToken(grant)
  })
}

/** Ends every session of a super user who loses that right; other users have none. */
export async function endSupportOf(platform: Platform, superId: number) {
  const open = await platform.db
    .selectFrom('support_grants')
    .innerJoin('users', 'users.id', 'support_grants.userId')
    .select(['support_grants.id', 'support_grants.companyId'])
    .where('users.support', '=', 1)
    .where('users.email', 'like', supportAddressesOf(superId))
    .where('endedAt', 'is', null)
    .execute()
  for (const { id, companyId } of open)
    await endExpiredSupport.run(platform.scope(companyId, { system: 'support' }), { grantId: id })
}

/** Job at the end of the session; a session that ended before stays unchanged. */
export const endExpiredSupport = {
  run: (scope: Scope, { grantId }: { grantId: number }) =>
    scope.transaction(async (scope) => {
      const grant = await endGrant(scope, grantId)
      if (grant)
        await recordAuditEntry(scope, { action: 'end', entity: 'support', entityId: grantId, name: grant.name })
    }),
}

/** Ends the session and revokes its login in all browsers. */
async function endGrant(scope: Scope, id: number) {
  const grant = await grants(scope.db)
    .where('support_grants.id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!grant) return undefined
  const at = new Date().toISOString()
  await scope.db.update('support_grants').set({ endedAt: at }).where('id', '=', id).execute()
  await scope.db
    .update('tokens')
    .set({ revokedAt: at, revokedFor: 'support' })
    .where('id', '=', grant.tokenId)
    .execute()
  scope.publish('support', { action: 'end', grant: withoutToken(grant) })
  scope.rightsChanged(grant.userId)
  return grant
}

const activeGrants = (db: TenantDb, userId: number) =>
  db.select('support_grants').select('id').where('userId', '=', userId).where('endedAt', 'is', null).execute()

async function insertGrant(db: TenantDb, userId: number, reason: string, minutes: number): Promise<Grant> {
  const now = Date.now()
  const startedAt = new Date(now).toISOString()
  const expiresAt = new Date(now + minutes * 60_000).toISOString()
  const login = { userId, userAgent: 'support', refreshHash: crypto.randomUUID(), previousHash: null }
  const times = { rotatedAt: startedAt, createdAt: startedAt, expiresAt, revokedAt: null, revokedFor: null }
  const token = await db
    .insert('tokens', { ...login, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { userId, tokenId: token.id, reason, startedAt, expiresAt, endedAt: null }
  const { id } = await db.insert('support_grants', row).returning('id').executeTakeFirstOrThrow()
  return grants(db).where('support_grants.id', '=', id).executeTakeFirstOrThrow()
}

async function answerWithLogin(auth: Authenticator, companyId: CompanyId, grant: Grant): Promise<SupportAnswer> {
  const { userId, tokenId } = grant
  const until = Date.parse(grant.expiresAt)
  const token = await auth.tokens.sign({ tokenId, userId, companyId }, until)
  return { token, user: await meOf(auth, { tokenId, userId, companyId }), grant: withoutToken(grant) }
}

const grants = (db: TenantDb) =>
  db
    .select('support_grants')
    .innerJoin('users', 'users.id', 'support_grants.userId')
    .select(['support_grants.id', 'support_grants.userId', 'users.name', 'reason', 'startedAt'])
    .select(['support_grants.expiresAt', 'tokenId'])

type Grant = Awaited<ReturnType<ReturnType<typeof grants>['executeTakeFirstOrThrow']>>
const withoutToken = ({ tokenId: _, ...grant }: Grant): SupportGrant => grant
