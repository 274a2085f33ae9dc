import type { Platform } from '../../../core/scope'
import { sameText } from '../../../core/secrets'
import { AppError } from '../../../shared/errors'
import { isStrong } from '../../../shared/passwords'
import { recordAuditEntry } from '../../platform/audit/record'
import type { Authenticator } from '../auth/authenticator'
import { replacePassword } from '../auth/setup/reset'
import { checkPassword } from '../users/passwords/passwords'
import { hashOf, typedCode } from './code'
import { findPerson } from './forget'
import type { PasswordResetInput } from './model'

/** Maximum number of wrong codes; then the right one is refused as well. */
const maxTries = 5

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/**
 * Sets a new password with the mailed code, once; ends all logins of the user.
 * @throws ERR_RESET_CODE for a wrong, used or expired code, after too many tries, and for an unknown address;
 *   ERR_WEAK_PASSWORD, ERR_RATE_LIMIT
 */
export async function resetByCode(
  { platform, limits }: Authenticator,
  { email, token, password }: PasswordResetInput,
  ip: string,
) {
  limits.resetTry.take(ip)
  const person = await findPerson(platform, email)
  const code = typedCode(token)
  if (!person || !(await checkCode(platform, person, code))) throw new AppError('ERR_RESET_CODE')
  if (!isStrong(password)) throw new AppError('ERR_WEAK_PASSWORD')
  await checkPassword(platform, password, { ...person, super: person.super === 1 })
  const passwordHash = await platform.ports.passwords.hash(password)
  const done = await platform.transaction((platform) => useCode(platform, person, { code, passwordHash, ip }))
  if (!done) throw new AppError('ERR_RESET_CODE')
  platform.ports.rightsChanged(person.companyId, person.id)
  return { ok: true }
}

/** Compares the code and counts a wrong one in one transaction, so that concurrent requests cannot exceed the limit. */
const checkCode = (platform: Platform, person: Person, code: string): Promise<boolean> =>
  platform.transaction(async (platform) => {
    const open = await openRequest(platform, person)
    if (!open) return false
    if (sameText(open.codeHash, hashOf(platform.ports.secrets, person.id, code))) return true
    await platform
      .tenant(person.companyId)
      .update('password_resets')
      .set({ tries: open.tries + 1 })
      .where('id', '=', open.id)
      .execute()
    return false
  })

/** Uses up the code and sets the password; returns false when another request used the code first. */
async function useCode(
  platform: Platform,
  person: Person,
  { code, passwordHash, ip }: { code: string; passwordHash: string; ip: string },
): Promise<boolean> {
  const open = await openRequest(platform, person)
  if (!open || !sameText(open.codeHash, hashOf(platform.ports.secrets, person.id, code))) return false
  const db = platform.tenant(person.companyId)
  await db.update('password_resets').set({ usedAt: new Date().toISOString() }).where('id', '=', open.id).execute()
  await replacePassword(platform, person, passwordHash)
  const { id: entityId, name } = person
  await recordAuditEntry(
    { db, actor: { system: 'mail' }, address: ip },
    { action: 'password', entity: 'user', entityId, name },
  )
  return true
}

const openRequest = (platform: Platform, { id, companyId }: Person) =>
  platform
    .tenant(companyId)
    .select('password_resets')
    .select(['id', 'codeHash', 'tries'])
    .where('userId', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', new Date().toISOString())
    .where('tries', '<', maxTries)
    .executeTakeFirst()
