import { assemble } from '../../assemble'
import type { Config } from '../../config'
import type { Platform, Viewer } from '../../core/scope'
import { lockDirectory } from '../../core/storage/lock'
import { assertDatabaseExists } from '../../core/storage/sqlite/open-concurrently'
import { UserError } from '../../core/user-error'
import { openDatabase, openSecrets } from '../../database'
import { assertNotServed, openForCommand } from '../../database-server'

/** The parts of an installation for a command that works as a super user; no job runs and no number connects. */
export interface OpenInstallation {
  platform: Platform
  /** The first super user, whom the audit log names. */
  me: Viewer
  close(): Promise<void>
}

/** Opens the installation of the configuration. @throws UserError while it is served, and before it is set up */
export async function openInstallation(config: Config): Promise<OpenInstallation> {
  const { dataDir, databaseUrl, secret } = config
  if (databaseUrl === null) assertDatabaseExists(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    const store = databaseUrl === null ? await openDatabase(dataDir) : await openServer(databaseUrl)
    const { services } = assemble(config, store, await openSecrets(store, dataDir, secret), false)
    const { platform } = services.auth
    return {
      platform,
      me: await firstSuperUser(platform),
      async close() {
        services.ports.parsers.stop()
        await store.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function openServer(address: string) {
  const store = await openForCommand(address)
  await assertNotServed(store)
  return store
}

async function firstSuperUser({ db }: Platform): Promise<Viewer> {
  const user = await db
    .selectFrom('users')
    .select(['id as userId', 'name', 'profile', 'allTicket'])
    .where('super', '=', 1)
    .orderBy('id')
    .executeTakeFirst()
  if (!user) throw new UserError('the installation has no super user yet: start balcao serve and open its set-up link')
  return { ...user, super: true, queueIds: [], withheld: [] }
}
