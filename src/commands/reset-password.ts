import { randomInt } from 'node:crypto'
import { readConfig } from '../config'
import { openInstallation } from '../core/storage/sqlite/open-concurrently'
import { UserError } from '../core/user-error'
import { PasswordHasher } from '../features/accounts/users/passwords/passwords'
import { printLine, type Run } from './command'

/** Characters of generated passwords, without look-alikes such as 0 and O. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 16

/**
 * `balcao reset-password EMAIL`: sets a new password and prints it once. Ends every login of the person and removes the
 * second factor, because a person who is locked out has often lost the telephone. Works while the server runs.
 */
export const run: Run = async ({ env, args: [email = ''] }) => {
  const { dataDir } = readConfig(env)
  const sqlite = openInstallation(dataDir)
  try {
    const find = sqlite.query<{ id: number; email: string }, [string]>('select id, email from users where email = ?')
    const user = find.get(email.trim().toLowerCase())
    if (!user) throw new UserError(`no user has the e-mail ${email}`)
    const password = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    const hash = await new PasswordHasher().hash(password)
    const now = new Date().toISOString()
    sqlite
      .transaction(() => {
        sqlite.query('update users set passwordHash = ?, updatedAt = ? where id = ?').run(hash, now, user.id)
        const end = "update tokens set revokedAt = ?, revokedFor = 'reset' where userId = ? and revokedAt is null"
        sqlite.query(end).run(now, user.id)
        for (const table of ['second_factors', 'passkeys', 'recovery_codes'])
          sqlite.query(`delete from ${table} where userId = ?`).run(user.id)
      })
      .immediate()
    printLine(`${user.email} now signs in with: ${password}`)
    printLine('All their logins have ended, and two-step verification is off. Have them change it after signing in.')
    return 0
  } finally {
    sqlite.close()
  }
}
