import { assertNotMoved } from '../assert-not-moved'
import type { Config } from '../config'
import type { Handle } from '../core/storage/db'
import { SqliteHandle } from '../core/storage/sqlite/handle'
import { openInstallation } from '../core/storage/sqlite/open-concurrently'
import { hereIn } from '../database'
import { openForCommand, refuseMoved } from '../database-server'

/** The installation's database for a command, in either engine, also while it is served. */
export interface CommandDatabase {
  readonly read: Handle
  /** Runs the work in one transaction; it may await only the handle it receives. */
  write<R>(work: (tx: Handle) => Promise<R>): Promise<R>
  close(): Promise<void>
}

/** Opens the database of the configuration. @throws UserError, BadConfig when it cannot be used, or was moved away */
export async function openDatabaseOf({ databaseUrl, dataDir }: Config): Promise<CommandDatabase> {
  if (databaseUrl === null) {
    const database = openFile(dataDir)
    return closedUnless(database, assertNotMoved(database, hereIn(dataDir)))
  }
  const store = await openForCommand(databaseUrl)
  return closedUnless(store, refuseMoved(store, databaseUrl))
}

/** The database, closed if the assertion fails. */
async function closedUnless(database: CommandDatabase, assertion: Promise<void>): Promise<CommandDatabase> {
  try {
    await assertion
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database file of a directory, also one that was moved away. */
export function openFile(directory: string): CommandDatabase {
  const sqlite = openInstallation(directory)
  const handle = new SqliteHandle(sqlite, false)
  return {
    read: handle,
    async write(work) {
      sqlite.run('begin immediate')
      try {
        const result = await work(handle)
        sqlite.run('commit')
        return result
      } catch (error) {
        if (sqlite.inTransaction) sqlite.run('rollback')
        throw error
      }
    },
    async close() {
      handle.statements.clear()
      sqlite.close()
    },
  }
}
