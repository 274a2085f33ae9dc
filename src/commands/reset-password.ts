import { randomInt } from 'node:crypto'
import { readConfig } from '../config'
import type { Handle } from '../core/storage/db'
import { UserError } from '../core/user-error'
import { PasswordHasher } from '../features/accounts/users/passwords/passwords'
import { printLine, type Run } from './command'
import { openDatabaseOf } from './open-database'

/** Characters of generated passwords, without look-alikes such as 0 and O. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 16

/**
 * `balcao reset-password EMAIL`: sets a new password and prints it once. Ends every login of the person and removes the
 * second factor, because a person who is locked out has often lost the telephone. Works while the server runs.
 */
export const run: Run = async ({ env, args: [email = ''] }) => {
  const database = await openDatabaseOf(readConfig(env))
  try {
    const find = database.read.kysely.selectFrom('users').select(['id', 'email'])
    const user = await find.where('email', '=', email.trim().toLowerCase()).executeTakeFirst()
    if (!user) throw new UserError(`no user has the e-mail ${email}`)
    const password = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    const hash = await new PasswordHasher().hash(password)
    await database.write((tx) => replacePassword(tx, user.id, hash))
    printLine(`${user.email} now signs in with: ${password}`)
    printLine('All their logins have ended, and two-step verification is off. Have them change it after signing in.')
    return 0
  } finally {
    await database.close()
  }
}

async function replacePassword({ kysely }: Handle, userId: number, passwordHash: string) {
  const now = new Date().toISOString()
  await kysely.updateTable('users').set({ passwordHash, updatedAt: now }).where('id', '=', userId).execute()
  const end = kysely.updateTable('tokens').set({ revokedAt: now, revokedFor: 'reset' })
  await end.where('userId', '=', userId).where('revokedAt', 'is', null).execute()
  for (const table of ['second_factors', 'passkeys', 'recovery_codes'] as const)
    await kysely.deleteFrom(table).where('userId', '=', userId).execute()
}
