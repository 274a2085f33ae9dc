import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { assertIdsExist } from '../../inbox/tickets/state/checks'
import { recordAuditEntry } from '../../platform/audit/record'
import { companyLanguage } from '../../platform/company/language'
import type { Authenticator } from '../auth/authenticator'
import type { CreatedInvitation, NewInvitation } from './model'
import { auditFields, getInvitation, labelOf } from './read'
import { hashOf, linkOf, tokenOf } from './token'

/** Days for which an invitation is valid. */
export const validDays = 7
const dayMs = 86_400_000

/**
 * Creates an invitation with its one-time link, and mails it to the address where a mail server is configured. Whether
 * the address belongs to a user is not looked up here. At most 20 mails are sent per company and hour.
 * @throws ERR_NO_QUEUE_FOUND, ERR_TOO_MANY_INVITATIONS, ERR_RATE_LIMIT
 */
export async function createInvitation(
  outer: Scope,
  { platform, limits: buckets }: Authenticator,
  input: NewInvitation,
): Promise<CreatedInvitation> {
  const mailed = input.email !== undefined && platform.ports.mail.configured
  if (mailed) buckets.invitationMail.take(`${outer.companyId}`)
  return outer.transaction(async (scope) => {
    await assertRoom(scope)
    for (const queueId of input.queueIds ?? []) await assertIdsExist(scope, { queueId })
    const { id, token } = await insertInvitation(scope, platform, input, scope.viewer.userId)
    const invitation = await getInvitation(scope, id)
    await recordAuditEntry(scope, {
      ...{ action: 'create', entity: 'invitation', entityId: id, name: labelOf(invitation) },
      after: auditFields(invitation),
    })
    if (mailed) await scope.enqueue('mail.invitation', { invitationId: id })
    return { invitation, link: linkOf(platform.ports.publicUrl, token), mailed }
  })
}

async function assertRoom(scope: Scope) {
  const { open } = await scope.db
    .select('invitations')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  if (open >= limits.invitations) throw new AppError('ERR_TOO_MANY_INVITATIONS', { limit: limits.invitations })
}

/**
 * Invites the first admin of a company without people, in place of every earlier invitation of the company. Call inside
 * a transaction. @param authorId the provider's support user in the company
 */
export async function inviteFirstAdmin(
  scope: Scope,
  platform: Platform,
  { name, email, authorId }: { name: string; email: string; authorId: number },
): Promise<CreatedInvitation> {
  await scope.db.delete('invitations').execute()
  const { id, token } = await insertInvitation(scope, platform, { name, email, profile: 'admin' }, authorId)
  const invitation = await getInvitation(scope, id)
  await recordAuditEntry(scope, {
    ...{ action: 'create', entity: 'invitation', entityId: id, name: labelOf(invitation) },
    after: auditFields(invitation),
  })
  const mailed = platform.ports.mail.configured
  if (mailed) await scope.enqueue('mail.invitation', { invitationId: id })
  return { invitation, link: linkOf(platform.ports.publicUrl, token), mailed }
}

async function insertInvitation(
  scope: Scope,
  { ports }: Platform,
  { name, email, profile, queueIds }: NewInvitation,
  userId: number,
) {
  const now = new Date()
  const createdAt = now.toISOString()
  const { id } = await scope.db
    .insert('invitations', {
      userId,
      tokenHash: crypto.randomUUID(), // replaced below, because the token contains the id
      name: name?.trim() ?? '',
      email: email?.toLowerCase() ?? null,
      profile,
      queueIds: JSON.stringify([...new Set(queueIds)]),
      language: await companyLanguage(scope),
      createdAt,
      expiresAt: new Date(now.getTime() + validDays * dayMs).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = tokenOf(ports.secrets, { id, createdAt })
  await scope.db
    .update('invitations')
    .set({ tokenHash: hashOf(ports.secrets, token) })
    .where('id', '=', id)
    .execute()
  return { id, token }
}
