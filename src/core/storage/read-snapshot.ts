import { Database as Sqlite } from 'bun:sqlite'
import { createHandle, type Handle, type Store } from './db'

/**
 * Runs the work on the database as of one moment, in a read transaction with a handle of its own, while writes
 * continue. A database in memory (only in tests) has one handle, and no snapshot.
 */
export async function withReadSnapshot<R>(store: Store, work: (snapshot: Handle) => Promise<R>): Promise<R> {
  const { sqlite: reader } = store.read.statements
  const { file } = reader.query('select file from pragma_database_list where name = ?').get('main') as { file: string }
  if (!file) return work(store.read)
  const sqlite = new Sqlite(file, { readonly: true })
  try {
    sqlite.run('pragma busy_timeout = 5000')
    sqlite.run('begin')
    sqlite.query('select 1 from companies limit 1').get() // SQLite takes the snapshot at the first read
    return await work(createHandle(sqlite, true))
  } finally {
    sqlite.close()
  }
}
