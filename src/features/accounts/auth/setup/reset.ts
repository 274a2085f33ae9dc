import type { Platform } from '../../../../core/scope'
import type { CompanyId } from '../../../../core/storage/schema'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { checkPassword } from '../../users/passwords/passwords'

/**
 * Sets a person's password and ends all their logins; for the command line of the operator.
 * @throws ERR_USER_DONT_EXISTS, ERR_WEAK_PASSWORD
 */
export async function resetPassword(platform: Platform, givenEmail: string, password: string): Promise<void> {
  const email = givenEmail.trim().toLowerCase()
  const { min, max } = limits.password
  if (password.length < min || password.length > max) throw new AppError('ERR_WEAK_PASSWORD', { min, max })
  const person = await platform.db
    .selectFrom('users')
    .select(['id', 'companyId', 'name', 'super'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!person) throw new AppError('ERR_USER_DONT_EXISTS')
  await checkPassword(platform, password, { ...person, email, super: person.super === 1 })
  const passwordHash = await platform.ports.passwords.hash(password)
  await platform.transaction((platform) => replacePassword(platform, person, passwordHash))
  platform.ports.rightsChanged(person.companyId, person.id)
}

/**
 * Stores a new password and revokes every login. Call it inside a transaction, and `rightsChanged` after the commit.
 */
export async function replacePassword(
  platform: Platform,
  { id, companyId }: { id: number; companyId: CompanyId },
  passwordHash: string,
) {
  const at = new Date().toISOString()
  const db = platform.tenant(companyId)
  await db.update('users').set({ passwordHash, updatedAt: at }).where('id', '=', id).execute()
  await db
    .update('tokens')
    .set({ revokedAt: at, revokedFor: 'reset' })
    .where('userId', '=', id)
    .where('revokedAt', 'is', null)
    .execute()
}
