import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { migrations } from '../../migrations'
import { BadConfig } from '../bad-config'
import type { Config } from '../config'
import { countText } from '../core/count-text'
import { databaseFile } from '../core/storage/data-directory'
import type { Handle } from '../core/storage/db'
import { pendingOf, refusalOf } from '../core/storage/migrate'
import { SqliteHandle } from '../core/storage/sqlite/handle'
import { migrationsOf, openConcurrently, readableSinceOf } from '../core/storage/sqlite/open-concurrently'
import { openProblem } from '../core/storage/sqlite/open-problem'
import { checkServer, inServer } from './database-server'
import { isClosed, seeDirectory } from './directory'
import { bad, type Finding, ok } from './finding'

/** The database: that it can be opened, is sound and has a schema of this version. */
export function checkDatabase({ dataDir, databaseUrl }: Config): Finding | Promise<Finding> {
  if (databaseUrl !== null) return checkServer(databaseUrl)
  if (isClosed(dataDir)) return seeDirectory
  const file = databaseFile(dataDir)
  if (!existsSync(file)) return ok('none yet; the first start makes it')
  try {
    const sqlite = openConcurrently(dataDir)
    try {
      const found = (sqlite.query('pragma integrity_check(1)').get() as { integrity_check: string }).integrity_check
      if (found !== 'ok') throw Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' })
      return judgeSchema(migrationsOf(sqlite), readableSinceOf(sqlite))
    } finally {
      sqlite.close()
    }
  } catch (error) {
    const { text, remedy } = openProblem(file, error)
    return bad(text, remedy)
  }
}

function judgeSchema(applied: string[], readableSince: string | null): Finding {
  const refusal = refusalOf(applied, migrations, readableSince)
  if (refusal) return bad(refusal.problem, refusal.remedy)
  const { length } = pendingOf(applied, migrations)
  return ok(length > 0 ? `sound; ${countText(length, 'migration')} will run at the next start` : 'sound and up to date')
}

/** Finding of a check of the database when there is none to see. */
export function reasonWithoutDatabase(dataDir: string): Finding | null {
  if (isClosed(dataDir)) return seeDirectory
  return existsSync(databaseFile(dataDir)) ? null : ok('none yet')
}

export const seeDatabase = ok('not checked: see database')
export const isOfDatabase = (error: unknown) => String((error as { code?: unknown }).code).startsWith('SQLITE')

export function openIfPossible(dataDir: string): Sqlite | null {
  try {
    return openConcurrently(dataDir)
  } catch (error) {
    if (isOfDatabase(error)) return null
    throw error
  }
}

function seeDatabaseOf(error: unknown): Finding {
  if (error instanceof BadConfig) return seeDatabase
  throw error
}

/** Looks into a database of this version, as it is at one moment; says why not if there is none. */
export async function inDatabase(config: Config, look: (handle: Handle) => Promise<Finding>): Promise<Finding> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl !== null) return inServer(databaseUrl, look).catch(seeDatabaseOf)
  const missing = reasonWithoutDatabase(dataDir)
  if (missing) return missing
  const sqlite = openIfPossible(dataDir)
  if (!sqlite) return seeDatabase
  try {
    const [newest] = Object.keys(migrations).slice(-1)
    if (migrationsOf(sqlite).at(-1) !== newest) return ok('checked after the next start, which changes the database')
    sqlite.run('begin')
    return await look(new SqliteHandle(sqlite, true))
  } catch (error) {
    if (isOfDatabase(error)) return seeDatabase
    throw error
  } finally {
    sqlite.close()
  }
}
