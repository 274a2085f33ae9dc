import { Database as Sqlite } from 'bun:sqlite'
import type { Handle } from '../db'
import { SqliteHandle } from './handle'

/** Runs the work on the database file as of one moment, in a read transaction, in any thread. */
export async function withSnapshotOf<R>(file: string, work: (snapshot: Handle) => Promise<R>): Promise<R> {
  const sqlite = new Sqlite(file, { readonly: true })
  try {
    sqlite.run('pragma busy_timeout = 5000')
    sqlite.run('begin')
    sqlite.query('select 1 from companies limit 1').get() // SQLite takes the snapshot at the first read
    return await work(new SqliteHandle(sqlite, true))
  } finally {
    sqlite.close()
  }
}
