import type { Database as Sqlite } from 'bun:sqlite'

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}
interface Reference {
  table: string
  columns: { from: string; to: string }[]
}
type Value = string | number | Uint8Array | null

/** Above the values of tests/versions, whose rows were made by this function too. */
let usedValues = 1_000_000

export type AnyRow = Record<string, Value>

/**
 * Inserts a row that the database accepts into any table and returns it, with a new row of each table it refers to. Only
 * columns that must have a value get one; `given` has values of the row itself. `onInsert` receives each inserted row.
 */
export function insertAnyRow(
  sqlite: Sqlite,
  table: string,
  companyId?: number,
  { given = {}, onInsert = () => {} }: { given?: AnyRow; onInsert?: (table: string, row: AnyRow) => void } = {},
): AnyRow {
  const row: AnyRow = {}
  const owner = companyId ?? (table === 'companies' ? undefined : firstCompanyId(sqlite))
  const needed = columnsOf(sqlite, table).filter(isNeeded)
  for (const reference of referencesOf(sqlite, table)) {
    if (reference.table === 'companies') row.companyId = owner ?? null
    else if (
      reference.columns.some(
        ({ from }) => from !== 'companyId' && needed.some(({ name }) => name === from && !(name in given)),
      )
    )
      Object.assign(row, foreignKeyValues(reference, insertAnyRow(sqlite, reference.table, owner, { onInsert })))
  }
  Object.assign(row, given)
  for (const column of needed) row[column.name] ??= acceptedValue(column, definitionOf(sqlite, table))
  const names = Object.keys(row).map((name) => `"${name}"`)
  const text = `insert into "${table}" (${names}) values (${names.map(() => '?')}) returning *`
  const inserted = sqlite.query(text).get(...(Object.values(row) as never[])) as AnyRow
  onInsert(table, inserted)
  return inserted
}

/** Tables of the product, without those of SQLite and Kysely and the shadow tables of search indexes; sorted by name. */
export function tablesOf(sqlite: Sqlite): string[] {
  const found = sqlite.query(
    "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
  )
  return (found.values() as [string][]).map(([name]) => name).filter((name) => !/^(sqlite|kysely)_/.test(name))
}

/** Whether SQLite itself chooses the ids of the table's rows. */
export const assignsIds = (sqlite: Sqlite, table: string) =>
  columnsOf(sqlite, table).some(({ name, type, pk }) => name === 'id' && type === 'INTEGER' && pk > 0)

const columnsOf = (sqlite: Sqlite, table: string) =>
  sqlite.query('select * from pragma_table_info(?)').all(table) as Column[]

const isNeeded = ({ name, notnull, dflt_value, pk, type }: Column) =>
  !(name === 'id' && type === 'INTEGER') && (notnull === 1 || pk > 0) && dflt_value === null

function referencesOf(sqlite: Sqlite, table: string): Reference[] {
  const rows = sqlite
    .query('select id, "table", "from", "to" from pragma_foreign_key_list(?) order by id, seq')
    .all(table) as { id: number; table: string; from: string; to: string }[]
  const byId = Map.groupBy(rows, ({ id }) => id)
  return [...byId.values()].map((columns) => ({ table: columns[0]!.table, columns }))
}

const foreignKeyValues = ({ columns }: Reference, target: Record<string, Value>) =>
  Object.fromEntries(columns.map(({ from, to }) => [from, target[to] ?? null]))

const firstCompanyId = (sqlite: Sqlite) =>
  (sqlite.query('select min(id) as id from companies').get() as { id: number }).id

const definitionOf = (sqlite: Sqlite, table: string) =>
  (sqlite.query('select sql from sqlite_master where name = ?').get(table) as { sql: string }).sql

/** First value that a check constraint allows; otherwise a value that no other row has. */
function acceptedValue({ name, type }: Column, definition: string): Value {
  const allowed = new RegExp(`\\b${name} in \\(('([^']+)'|(\\d+))`).exec(definition)
  if (allowed) return allowed[2] ?? Number(allowed[3])
  usedValues += 1
  if (type === 'INTEGER') return usedValues
  if (type === 'BLOB') return new Uint8Array([1])
  return /^at$|At$/.test(name) ? new Date(Date.UTC(2026, 0, 1) + usedValues).toISOString() : `${name} ${usedValues}`
}
