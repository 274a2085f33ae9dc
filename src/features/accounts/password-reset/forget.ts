import type { Platform } from '../../../core/scope'
import { defaultLanguage } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import type { Authenticator } from '../auth/authenticator'
import { codeOf, hashOf } from './code'
import type { ResetCodeInput } from './model'

/** Minutes for which a code is valid. */
export const goodForMinutes = 15

/**
 * Enqueues a mail with a reset code and invalidates older codes. Limits: five requests per hour and IP address, three
 * per user.
 * @throws ERR_MAIL_NOT_SET_UP, ERR_USER_DONT_EXISTS, ERR_RATE_LIMIT
 */
export async function forgetPassword({ platform, limits }: Authenticator, input: ResetCodeInput, ip: string) {
  if (!platform.ports.mail.configured) throw new AppError('ERR_MAIL_NOT_SET_UP')
  limits.resetRequest.take(ip)
  const person = await findPerson(platform, input.email)
  if (!person) throw new AppError('ERR_USER_DONT_EXISTS')
  limits.resetRequestAccount.take(`${person.id}`)
  const { ports } = platform
  await platform.transaction(async (platform) => {
    const db = platform.tenant(person.companyId)
    const now = new Date()
    const createdAt = now.toISOString()
    const older = db.update('password_resets').set({ usedAt: createdAt }).where('userId', '=', person.id)
    await older.where('usedAt', 'is', null).execute()
    const { id } = await db
      .insert('password_resets', {
        userId: person.id,
        codeHash: '',
        language: person.language ?? input.language ?? defaultLanguage,
        createdAt,
        expiresAt: new Date(now.getTime() + goodForMinutes * 60_000).toISOString(),
        usedAt: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const codeHash = hashOf(ports.secrets, person.id, codeOf(ports.secrets, { id, createdAt }))
    await db.update('password_resets').set({ codeHash }).where('id', '=', id).execute()
    await ports.enqueue(db, 'mail.reset', { resetId: id })
  })
  ports.wakeJobs()
  return { minutes: goodForMinutes }
}

export const findPerson = (platform: Platform, email: string) =>
  platform.db
    .selectFrom('users')
    .select(['id', 'companyId', 'name', 'email', 'super', 'language'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
