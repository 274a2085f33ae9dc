import { migrations } from '../../migrations'
import type { Config } from '../config'
import { countText } from '../core/count-text'
import { checkKeys } from '../core/keys/check-keys'
import { isRootOf, secretsOf } from '../core/keys/root-key'
import { nextKeyFile, readKeyFile } from '../core/storage/data-directory'
import type { Handle } from '../core/storage/db'
import { SqliteHandle } from '../core/storage/sqlite/handle'
import { migrationsOf } from '../core/storage/sqlite/open-concurrently'
import { inDatabase, isOfDatabase, openIfPossible, reasonWithoutDatabase, seeDatabase } from './database'
import { bad, type Finding, ok, warn } from './finding'
import { readKeyOf } from './key-file'

/** Whether the key opens every secret of the database. */
export async function checkSecrets(config: Config): Promise<Finding> {
  const { dataDir, secret, databaseUrl } = config
  if (databaseUrl !== null) return checkInServer(config)
  const missing = reasonWithoutDatabase(dataDir)
  if (missing) return missing
  const root = secret ?? readKeyOf(dataDir).root
  if (root === null) return ok('not checked without the key')
  const sqlite = openIfPossible(dataDir)
  if (!sqlite) return seeDatabase
  try {
    const handle = new SqliteHandle(sqlite, true)
    const [newest] = Object.keys(migrations).slice(-1)
    if (migrationsOf(sqlite).at(-1) !== newest) return ok('checked after the next start, which changes the database')
    return await openSecrets(handle, root, dataDir)
  } catch (error) {
    if (isOfDatabase(error)) return seeDatabase
    return bad(`cannot be opened: ${error instanceof Error ? error.message : error}`, 'restore a backup')
  } finally {
    sqlite.close()
  }
}

async function checkInServer(config: Config): Promise<Finding> {
  const root = config.secret ?? readKeyOf(config.dataDir).root
  if (root === null) return ok('not checked without the key')
  return inDatabase(config, (handle) => openSecrets(handle, root, config.dataDir))
}

/** Opens the key of every company and every secret. */
async function openSecrets(handle: Handle, root: string, dataDir: string): Promise<Finding> {
  if (!(await isRootOf(handle, root))) return judgeKey(handle, dataDir)
  const { companies, values, unreadable } = await checkKeys(handle, await secretsOf(handle, root))
  if (unreadable.length === 0)
    return ok(`${countText(values, 'secret')} of ${countText(companies, 'company', 'companies')} can be opened`)
  return bad(`some cannot be opened: ${unreadable.join(', ')}`, 'enter them again, or restore a backup')
}

/** For a key that does not fit: a rotation that the next start ends, or the wrong key. */
async function judgeKey(handle: Handle, dataDir: string): Promise<Finding> {
  const next = readKeyFile(nextKeyFile(dataDir))
  if (next !== null && (await isRootOf(handle, next)))
    return warn('a rotation of the key was interrupted', 'start the server')
  return bad('the key is not the one of this database', 'put the right secret.key (or BALCAO_SECRET) back')
}
