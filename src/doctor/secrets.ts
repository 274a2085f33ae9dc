import { migrations } from '../../migrations'
import type { Config } from '../config'
import { countText } from '../core/count-text'
import { checkKeys } from '../core/keys/check-keys'
import { isRootOf, secretsOf } from '../core/keys/root-key'
import { nextKeyFile, readKeyFile } from '../core/storage/data-directory'
import { SqliteHandle } from '../core/storage/sqlite/handle'
import { migrationsOf } from '../core/storage/sqlite/open-concurrently'
import { isOfDatabase, openIfPossible, reasonWithoutDatabase, seeDatabase } from './database'
import { bad, type Finding, ok, warn } from './finding'
import { readKeyOf } from './key-file'

/** Whether the key opens every secret of the database. */
export async function checkSecrets({ dataDir, secret }: Config): Promise<Finding> {
  const missing = reasonWithoutDatabase(dataDir)
  if (missing) return missing
  const root = secret ?? readKeyOf(dataDir).root
  if (root === null) return ok('not checked without the key')
  const sqlite = openIfPossible(dataDir)
  if (!sqlite) return seeDatabase
  try {
    return await openSecrets(new SqliteHandle(sqlite, true), root, dataDir)
  } catch (error) {
    if (isOfDatabase(error)) return seeDatabase
    return bad(`cannot be opened: ${error instanceof Error ? error.message : error}`, 'restore a backup')
  } finally {
    sqlite.close()
  }
}

/** Opens the key of every company and every secret. */
async function openSecrets(handle: SqliteHandle, root: string, dataDir: string): Promise<Finding> {
  const [newest] = Object.keys(migrations).slice(-1)
  if (migrationsOf(handle.statements.sqlite).at(-1) !== newest)
    return ok('checked after the next start, which changes the database')
  if (!(await isRootOf(handle, root))) return judgeKey(handle, dataDir)
  const { companies, values, unreadable } = await checkKeys(handle, await secretsOf(handle, root))
  if (unreadable.length === 0)
    return ok(`${countText(values, 'secret')} of ${countText(companies, 'company', 'companies')} can be opened`)
  return bad(`some cannot be opened: ${unreadable.join(', ')}`, 'enter them again, or restore a backup')
}

/** For a key that does not fit: a rotation that the next start ends, or the wrong key. */
async function judgeKey(handle: SqliteHandle, dataDir: string): Promise<Finding> {
  const next = readKeyFile(nextKeyFile(dataDir))
  if (next !== null && (await isRootOf(handle, next)))
    return warn('a rotation of the key was interrupted', 'start the server')
  return bad('the key is not the one of this database', 'put the right secret.key (or BALCAO_SECRET) back')
}
