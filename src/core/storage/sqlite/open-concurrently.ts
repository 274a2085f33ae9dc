import { Database as Sqlite } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { UserError } from '../../user-error'
import { databaseFile } from '../data-directory'
import { isDamage, openProblem } from './open-problem'

/**
 * Opens the database of a directory while a server may be using it: waits for locks up to 10 s, and leaves checkpoints
 * to the server.
 * @throws UserError when there is no database, or it cannot be opened, with the code of the cause
 */
export function openConcurrently(directory: string): Sqlite {
  const file = databaseFile(directory)
  try {
    statSync(file)
    const sqlite = new Sqlite(file, { readwrite: true })
    for (const pragma of ['busy_timeout = 10000', 'foreign_keys = on', 'wal_autocheckpoint = 0', 'secure_delete = on'])
      sqlite.run(`pragma ${pragma}`)
    return sqlite
  } catch (error) {
    throw describeFailure(error, directory)
  }
}

/**
 * Like `openConcurrently`, for a command that needs the tables. @throws UserError for a database without any: the first
 * start has not made them, or was ended before
 */
export function openInstallation(directory: string): Sqlite {
  const sqlite = openConcurrently(directory)
  try {
    if (migrationsOf(sqlite).length > 0) return sqlite
    throw new UserError(`the database in ${directory} has no tables yet; start balcao serve once, which makes them`)
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** Checks that there is a database that this user may see. @throws UserError */
export function assertDatabaseExists(directory: string) {
  try {
    statSync(databaseFile(directory))
  } catch (error) {
    throw describeFailure(error, directory)
  }
}

/** A problem for the operator; SQLite's own error for a damaged file. */
function describeFailure(error: unknown, directory: string): unknown {
  const { code } = error as { code?: string }
  if (isDamage(code)) return error
  if (code === 'ENOENT')
    return new UserError(`there is no database in ${directory}; set BALCAO_DATA_DIR to where it is`)
  const { text, remedy } = openProblem(databaseFile(directory), error)
  return Object.assign(new UserError(`${text}; ${remedy}`), { code })
}

/** Returns the migrations of a database in order; none for a database of another program. */
export function migrationsOf(sqlite: Sqlite): string[] {
  const table = sqlite.query("select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'").get()
  if (!table) return []
  const rows = sqlite.query('select name from kysely_migration order by name').all() as { name: string }[]
  return rows.map(({ name }) => name)
}

/** Oldest newest migration of a version that can serve this schema, as its newest version says; null for none. */
export function readableSinceOf(sqlite: Sqlite): string | null {
  const table = sqlite.query("select 1 from sqlite_master where type = 'table' and name = 'installation'").get()
  if (!table) return null
  const row = sqlite.query("select value from installation where key = 'readableSince'").get()
  return (row as { value: string } | null)?.value ?? null
}
