import { type Platform, Scope } from '../../../core/scope'
import { randomToken } from '../../../core/secrets'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { inviteFirstAdmin } from '../../accounts/invitations/create'
import type { CreatedInvitation } from '../../accounts/invitations/model'
import { supportUserOf } from '../support/support-user'
import { findCompany } from './read'

interface FirstAdmin {
  name: string
  email: string
  /** Hash of a random password that is stored nowhere, for the provider's support user. */
  hash: string
}

/**
 * Invites the first admin of a company without people, as the provider's support user there. Call inside a transaction
 * of the platform.
 */
export async function inviteFirst(
  scope: Scope,
  platform: Platform,
  companyId: CompanyId,
  { name, email, hash }: FirstAdmin,
): Promise<CreatedInvitation> {
  const db = platform.tenant(companyId)
  const authorId = await supportUserOf(db, scope.viewer, hash)
  const inside = new Scope(platform.ports, db, scope.viewer, null, () => scope.address)
  return inviteFirstAdmin(inside, platform, { name, email, authorId })
}

/**
 * Makes a new link for the first admin, who has not used the earlier one; that one is worthless then. At the company's
 * e-mail. @throws ERR_NO_COMPANY_FOUND, ERR_NO_INVITATION_FOUND once the company has people
 */
export async function inviteFirstAgain(scope: Scope, platform: Platform, id: number): Promise<CreatedInvitation> {
  const hash = await platform.ports.passwords.hash(randomToken())
  const invitation = await platform.transaction(async (platform) => {
    const { email, isInvited } = await findCompany(platform, id)
    if (!isInvited) throw new AppError('ERR_NO_INVITATION_FOUND')
    const former = await platform
      .tenant(id as CompanyId)
      .select('invitations')
      .select('name')
      .executeTakeFirst()
    return inviteFirst(scope, platform, id as CompanyId, { name: former?.name ?? '', email, hash })
  })
  if (invitation.mailed) platform.ports.wakeJobs()
  return invitation
}
