import { type Config, readConfig } from '../config'
import { secretsOf } from '../core/keys/root-key'
import { randomToken } from '../core/secrets'
import { keyFile, readKey } from '../core/storage/data-directory'
import { UserError } from '../core/user-error'
import { setupKey } from '../features/accounts/auth/setup/setup-state'
import { printLine, type Run } from './command'
import { openDatabaseOf } from './open-database'

/**
 * `balcao setup-link`: prints a new link that creates the first super user, and invalidates earlier links. Works while
 * the server runs.
 */
export const run: Run = async ({ env }) => {
  if (!(await printSetupLink(readConfig(env))))
    throw new UserError('this installation is set up: sign in, or use balcao reset-password')
  return 0
}

/** Prints a new link; false when the installation has a super user, and needs none. */
export async function printSetupLink(config: Config): Promise<boolean> {
  const database = await openDatabaseOf(config)
  try {
    const { read } = database
    if (await read.kysely.selectFrom('users').select('id').where('super', '=', 1).executeTakeFirst()) return false
    const token = randomToken()
    const value = (await secretsOf(read, rootOf(config))).hash(token)
    await database.write(({ kysely }) =>
      kysely
        .insertInto('installation')
        .values({ key: setupKey, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute(),
    )
    printLine(`${config.publicUrl}/setup?token=${token}`)
    return true
  } finally {
    await database.close()
  }
}

function rootOf({ dataDir, secret }: Config): string {
  const root = secret ?? readKey(dataDir)
  if (root === null)
    throw new UserError(`${keyFile(dataDir)} is missing; put it back from a backup, or set BALCAO_SECRET`)
  return root
}
