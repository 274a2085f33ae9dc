import type { ClientInfo } from '../../../core/http/client-info'
import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { roleHas } from '../../../shared/permissions'
import { recordAuditEntry } from '../../platform/audit/record'
import { hasLicenceEnded, licenceColumns } from '../../platform/company/licence'
import { publishTenantEvent } from '../../platform/company/publish'
import { passwordMinimum } from '../../platform/settings/password-minimum'
import type { Authenticator } from '../auth/authenticator'
import { type SignedIn, signIn } from '../auth/login/login'
import { insertUser, prepareUser, translateEmailTaken } from '../users/service'
import type { Acceptance, InvitationFacts } from './model'
import { labelOf } from './read'
import { hashOf } from './token'

/**
 * Returns what the invited person sees. @throws ERR_INVITATION_INVALID, ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED,
 * ERR_RATE_LIMIT
 */
export async function showInvitation(
  { platform, limits }: Authenticator,
  token: string,
  ip: string,
): Promise<InvitationFacts> {
  limits.invitation.take(ip)
  const { company, invitedBy, name, email, companyId } = await getValid(platform, token)
  return { company, invitedBy, name, email, passwordMin: await passwordMinimum(platform, companyId) }
}

/**
 * Creates the invited user with the rights of the invitation, deletes the invitation, and signs the user in. An address
 * without an invitation of its own that another user has is refused at most ten times an hour, so that a link does not
 * tell which addresses exist.
 * @throws ERR_INVITATION_INVALID, ERR_COMPANY_DISABLED, ERR_SUBSCRIPTION_EXPIRED, ERR_PLAN_LIMIT, ERR_WEAK_PASSWORD,
 *   ERR_EMAIL_TAKEN, ERR_VALIDATION, ERR_RATE_LIMIT
 */
export async function acceptInvitation(
  authenticator: Authenticator,
  { token, name, password, ...input }: Acceptance,
  client: ClientInfo,
): Promise<SignedIn> {
  const { platform, limits } = authenticator
  limits.invitation.take(client.ip)
  const invitation = await getValid(platform, token)
  limits.invitationTry.take(`${invitation.id}`)
  const email = invitation.email ?? input.email
  if (email === undefined) throw new AppError('ERR_VALIDATION', { fields: ['email'] })
  const outer = platform.scope(invitation.companyId, { system: 'invitation' }).from(() => client.ip)
  const { profile } = invitation
  const queueIds = await existingQueues(outer, invitation.queueIds)
  const prepared = await prepareUser(outer, platform, { name, email, password, profile, queueIds }, client.ip)
  limits.invitationTaken.take(`${invitation.companyId}`)
  const giveBack = () => limits.invitationTaken.giveBack(`${invitation.companyId}`)
  const { id } = await translateEmailTaken(
    outer.transaction(async (scope) => {
      await consume(scope, invitation)
      return insertUser(scope, platform, prepared)
    }),
  ).catch((error) => {
    if (!(error instanceof AppError && error.code === 'ERR_EMAIL_TAKEN')) giveBack()
    throw error
  })
  giveBack()
  // The provider's list marks a company as invited until its first admin is in.
  if (invitation.authorIsSupport === 1) await publishTenantEvent(platform, { action: 'reload' })
  return signIn(authenticator, { id, companyId: invitation.companyId }, client)
}

type Valid = Awaited<ReturnType<typeof getValid>>

/** The invitation of a token, while its company may work and its author may still invite. */
async function getValid(platform: Platform, token: string) {
  const row = await platform.db
    .selectFrom('invitations')
    .innerJoin('companies', 'companies.id', 'invitations.companyId')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'invitations.userId').onRef('users.companyId', '=', 'invitations.companyId'),
    )
    .select(['invitations.id', 'invitations.companyId', 'invitations.name', 'invitations.email', 'queueIds'])
    .select([
      'invitations.profile',
      'invitations.tokenHash',
      'users.name as invitedBy',
      'users.profile as authorProfile',
      'users.support as authorIsSupport',
    ])
    .select(['companies.name as company', 'status'])
    .select(licenceColumns)
    .where('tokenHash', '=', hashOf(platform.ports.secrets, token))
    .where('invitations.expiresAt', '>', new Date().toISOString())
    .executeTakeFirst()
  if (!row || !roleHas(row.authorProfile, 'user:edit')) throw new AppError('ERR_INVITATION_INVALID')
  if (row.status !== 1) throw new AppError('ERR_COMPANY_DISABLED')
  if (hasLicenceEnded(row)) throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueDate: row.dueDate })
  return row
}

/** Queues of the invitation that were not deleted since. */
async function existingQueues(scope: Scope, queueIds: string): Promise<number[]> {
  const ids: number[] = parseJson(queueIds)
  const present = await scope.db.select('queues').select('id').execute()
  return ids.filter((id) => present.some((queue) => queue.id === id))
}

/** Uses the invitation up. @throws ERR_INVITATION_INVALID for the second of two requests, and after it was revoked */
async function consume(scope: Scope, invitation: Valid) {
  const { id, tokenHash } = invitation
  const deleted = await scope.db
    .delete('invitations')
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw new AppError('ERR_INVITATION_INVALID')
  await recordAuditEntry(scope, { action: 'accept', entity: 'invitation', entityId: id, name: labelOf(invitation) })
}
