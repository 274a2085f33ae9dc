import type { Database as Sqlite } from 'bun:sqlite'
import type { Handle } from './db'

/** What of a table goes into a company's file, beyond what the database says of it by itself. */
export interface ExportedTable {
  /** Columns that stay: secrets, and states of this machine. Where it arrives they have their defaults. */
  notExported?: readonly string[]
  /** References the database does not know as such, because they outlive what they point at. */
  extraReferences?: Record<string, string>
  /** Ids of files the database does not know as such; empty text is none. */
  media?: readonly string[]
  /** Columns that hold JSON. */
  json?: readonly string[]
  /** JSON idLists of ids. */
  idLists?: Record<string, string>
  /** The only values of a column. */
  allowedValues?: Record<string, readonly (string | number)[]>
  /** A name nobody else on the installation may have: kept where it is free, else a new one. */
  uniqueColumn?: string
  /** Which rows. */
  where?: string
}

/** A column that goes, as the database has it. */
export interface Column {
  name: string
  type: 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL'
  /** There is nothing to put there where a line does not name it. */
  isRequired: boolean
  isNullable: boolean
  /** Empty text says that there is nothing: where that is also what stands there by itself. */
  mayBeEmpty: boolean
}

/** An exported table as the database has it: its exported columns and what the references allowedValues them point at. */
export interface Shape extends ExportedTable {
  table: string
  columns: Column[]
  hasId: boolean
  /** What orders its rows. */
  key: string[]
  /** Column → table whose numbers it holds, its own id allowedValues them. */
  references: Record<string, string>
  /** Columns whose target must be there, to whom no more than null can be said otherwise. */
  enforced: string[]
  /** Columns that hold moments, which are known by their names. */
  timeColumns: string[]
}

/** Shapes of the given tables, in their order, as this database has them. */
export const shapesOf = ({ statements }: Handle, tables: Record<string, ExportedTable>): Shape[] =>
  Object.entries(tables).map(([table, how]) => shapeOf(statements.sqlite, table, how))

interface Info {
  name: string
  type: Column['type']
  notnull: number
  pk: number
  dflt_value: string | null
}

function shapeOf(sqlite: Sqlite, table: string, how: ExportedTable): Shape {
  const all = sqlite.query('select * from pragma_table_info(?)').all(table) as Info[]
  const going = all.filter(({ name }) => name !== 'companyId' && !how.notExported?.includes(name))
  const foreign = sqlite
    .query(`select "table" as target, "from" as name from pragma_foreign_key_list(?) where "from" <> 'companyId'`)
    .all(table) as { target: string; name: string }[]
  const known = foreign.filter(({ target, name }) => target !== 'media' && !how.notExported?.includes(name))
  const hasId = going.some(({ name, type }) => name === 'id' && type === 'INTEGER')
  const media = foreign.filter(({ target }) => target === 'media').map(({ name }) => name)
  return {
    ...how,
    table,
    columns: going.map(({ name, type, notnull, pk, dflt_value }) => ({
      name,
      type,
      isRequired: pk > 0 || (notnull === 1 && dflt_value === null),
      isNullable: pk === 0 && notnull === 0,
      mayBeEmpty: dflt_value === "''",
    })),
    hasId,
    key: all.filter(({ pk, name }) => pk > 0 && name !== 'companyId').map(({ name }) => name),
    media: [...(how.media ?? []), ...media, ...(table === 'media' ? ['id'] : [])],
    enforced: known.map(({ name }) => name),
    timeColumns: going.filter(({ name, type }) => type === 'TEXT' && /^at$|At$/.test(name)).map(({ name }) => name),
    references: {
      ...(hasId ? { id: table } : {}),
      ...Object.fromEntries(known.map(({ name, target }) => [name, target])),
      ...how.extraReferences,
    },
  }
}
