import { readConfig } from '../config'
import { secretsOf } from '../core/keys/root-key'
import { randomToken } from '../core/secrets'
import { rootKey } from '../core/storage/data-directory'
import { SqliteHandle } from '../core/storage/sqlite/handle'
import { openInstallation } from '../core/storage/sqlite/open-concurrently'
import { UserError } from '../core/user-error'
import { setupKey } from '../features/accounts/auth/setup/setup-state'
import { printLine, type Run } from './command'

/**
 * `balcao setup-link`: prints a new link that creates the first super user, and invalidates earlier links. Works while
 * the server runs.
 */
export const run: Run = async ({ env }) => {
  const { dataDir, secret, publicUrl } = readConfig(env)
  const sqlite = openInstallation(dataDir)
  try {
    if (sqlite.query('select id from users where super = 1 limit 1').get())
      throw new UserError('this installation is set up: sign in, or use balcao reset-password')
    const token = randomToken()
    const store =
      'insert into installation (key, value) values (?, ?) on conflict (key) do update set value = excluded.value'
    const secrets = await secretsOf(new SqliteHandle(sqlite, true), rootKey(dataDir, secret))
    sqlite.query(store).run(setupKey, secrets.hash(token))
    printLine(`${publicUrl}/setup?token=${token}`)
    return 0
  } finally {
    sqlite.close()
  }
}
