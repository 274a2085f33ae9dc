import type { Store } from '../src/core/storage/db'
import type { SqliteStore } from '../src/core/storage/sqlite/store'

type Row = Record<string, unknown>

/** Statement for the names of all tables, by engine. */
export const tableNames = {
  sqlite: "select name from sqlite_schema where type = 'table' order by name",
  postgres: `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname`,
}

/** All rows by table. PostgreSQL's are sorted by their content, because a changed row moves to another place. */
export async function storedRows(store: Store): Promise<Record<string, Row[]>> {
  const { name: engine } = store.read.engine
  const order = engine === 'postgres' ? ' order by t::text' : ''
  const tables: Record<string, Row[]> = {}
  for (const { name } of (await store.read.all(tableNames[engine], [])) as { name: string }[])
    tables[name] = (await store.read.all(`select t.* from "${name}" t${order}`, [])) as Row[]
  return tables
}

/** All that is stored, to be compared or searched: the file of SQLite, or the values of all rows of PostgreSQL. */
export async function storedBytes(store: Store): Promise<Buffer> {
  if (store.read.engine.name === 'sqlite') return (store as SqliteStore).raw.statements.sqlite.serialize()
  const rows = Object.entries(await storedRows(store)).flatMap(([table, rows]) => [table, ...rows.flatMap(bytesOf)])
  return Buffer.concat(rows.map((value) => Buffer.from(value as string)))
}

const bytesOf = (row: Row): (string | Uint8Array)[] =>
  Object.entries(row).flatMap(([name, value]) => [name, value instanceof Uint8Array ? value : String(value)])

/** Returns a function for the number of changes since: rows on SQLite, units that wrote on PostgreSQL. */
export function countStoredChanges(store: Store): () => number {
  if (store.read.engine.name === 'sqlite') {
    const { sqlite } = (store as SqliteStore).raw.statements
    return () => (sqlite.query('select total_changes() as count').get() as { count: number }).count
  }
  let units = 0
  const write = store.write.bind(store)
  store.write = (work, companyId) =>
    write(async (tx) => {
      const result = await work(tx)
      const [{ id }] = (await tx.all('select pg_current_xact_id_if_assigned()::text as id', [])) as [{ id: string }]
      if (id !== null) units++
      return result
    }, companyId)
  return () => units
}

/** Makes the database assign the last id of a table again, as one restored from an old backup does. */
export const forgetLastId = (store: Store, table: string) => moveIds(store, table, -1)

/** Leaves five ids of a table unused. */
export const passOverIds = (store: Store, table: string) => moveIds(store, table, 5)

const moveIds = (store: Store, table: string, by: number) =>
  store.write(async (tx) => {
    if (tx.engine.name === 'postgres')
      await tx.all(`select setval('${table}_id_seq', (select last_value from ${table}_id_seq) + ${by})`, [])
    else await tx.run(`update sqlite_sequence set seq = seq + ${by} where name = ?`, [table])
  })

const companyTableNames = {
  sqlite: `select m.name from sqlite_schema m, pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'companyId' order by m.name`,
  postgres: `select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'companyId' order by table_name collate "C"`,
}

/** Names of the tables whose rows belong to a company. */
export const companyTables = async (store: Store): Promise<string[]> =>
  ((await store.read.all(companyTableNames[store.read.engine.name], [])) as { name: string }[]).map(({ name }) => name)

/** Rows that refer to missing ones; PostgreSQL has none, since it checks each reference at once. */
export const brokenReferences = async (store: Store): Promise<unknown[]> =>
  store.read.engine.name === 'sqlite' ? store.read.all('pragma foreign_key_check', []) : []
