import { Database as Sqlite } from 'bun:sqlite'
import { createHandle, type Handle, Store } from './db'
import type { CompanyId } from './schema'
import { TenantDb } from './tenant'

/**
 * Runs the work on the database as of one moment, in a read transaction with a handle of its own, while writes
 * continue. A database in memory (only in tests) has one handle, and no snapshot.
 */
export async function withReadSnapshot<R>(store: Store, work: (snapshot: Handle) => Promise<R>): Promise<R> {
  const { sqlite: reader } = store.read.statements
  const { file } = reader.query('select file from pragma_database_list where name = ?').get('main') as { file: string }
  return file ? withSnapshotOf(file, work) : work(store.read)
}

/** The same for the file of a database, in any thread. */
export async function withSnapshotOf<R>(file: string, work: (snapshot: Handle) => Promise<R>): Promise<R> {
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

/** Handle of a company that reads a snapshot. */
export const tenantOf = (snapshot: Handle, companyId: CompanyId): TenantDb =>
  TenantDb.of(new Store(snapshot.statements.sqlite), companyId, snapshot)
