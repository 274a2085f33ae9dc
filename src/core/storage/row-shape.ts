import type { Handle } from './db'
import { tableFacts } from './table-facts'

/** Exported part of a table, where it cannot be read from the database's schema. */
export interface ExportedTable {
  /** Columns not exported: secrets, and state of this installation. The import uses their defaults. */
  notExported?: readonly string[]
  /** References without a foreign key, because their row outlives the referenced one: column → table. */
  extraReferences?: Record<string, string>
  /** Columns with ids of media files, without a foreign key; the empty text means none. */
  media?: readonly string[]
  /** Columns renamed since an earlier version: name in its archives → column. */
  formerNames?: Record<string, string>
  /** Columns that contain JSON. */
  json?: readonly string[]
  /** Columns that contain a JSON list of ids: column → table of the ids. */
  idLists?: Record<string, string>
  /** Allowed values of a column. */
  allowedValues?: Record<string, readonly (string | number)[]>
  /** Column unique in the installation; the import replaces a value that is taken. */
  uniqueColumn?: string
  /** SQL condition of the exported rows, with `:company` for the id of the company. */
  where?: string
}

/** Exported column, with facts of the database's schema. */
export interface Column {
  name: string
  type: 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL'
  /** True if a line must contain the column: it has no default and is not nullable. */
  isRequired: boolean
  isNullable: boolean
  /** True if the column's default is the empty text, which then means "none". */
  mayBeEmpty: boolean
}

/** Exported table with facts of the database's schema: its exported columns and their references. */
export interface TableShape extends ExportedTable {
  table: string
  columns: Column[]
  hasId: boolean
  /** Columns of the primary key without the company; the order of the rows. */
  key: string[]
  /** Columns that contain ids: column → table of the id; includes the table's own id. */
  references: Record<string, string>
  /** References with a foreign key: their target always exists. */
  enforced: string[]
  /** Columns that contain times, recognised by their names (`at`, `…At`). */
  timeColumns: string[]
}

/** Facts of a table in the database's catalogue. */
export interface TableFacts {
  columns: {
    name: string
    type: Column['type']
    isKey: boolean
    isNullable: boolean
    hasDefault: boolean
    mayBeEmpty: boolean
  }[]
  /** Columns other than the company with a foreign key, and the table that each references. */
  foreign: { name: string; target: string }[]
}

/** Returns the shapes of the given tables, in their order, from this database's schema. */
export async function shapesOf(handle: Handle, tables: Record<string, ExportedTable>): Promise<TableShape[]> {
  const shapes: TableShape[] = []
  for (const [table, how] of Object.entries(tables)) shapes.push(shapeOf(table, how, await tableFacts(handle, table)))
  return shapes
}

function shapeOf(table: string, how: ExportedTable, { columns, foreign }: TableFacts): TableShape {
  const exported = columns.filter(({ name }) => name !== 'companyId' && !how.notExported?.includes(name))
  const keptReferences = foreign.filter(({ target, name }) => target !== 'media' && !how.notExported?.includes(name))
  const hasId = exported.some(({ name, type }) => name === 'id' && type === 'INTEGER')
  const media = foreign.filter(({ target }) => target === 'media').map(({ name }) => name)
  return {
    ...how,
    table,
    columns: exported.map(({ name, type, isKey, isNullable, hasDefault, mayBeEmpty }) => ({
      name,
      type,
      isRequired: isKey || !(isNullable || hasDefault),
      isNullable,
      mayBeEmpty,
    })),
    hasId,
    key: columns.filter(({ isKey, name }) => isKey && name !== 'companyId').map(({ name }) => name),
    media: [...(how.media ?? []), ...media, ...(table === 'media' ? ['id'] : [])],
    enforced: keptReferences.map(({ name }) => name),
    timeColumns: exported
      .filter(({ name, type }) => type === 'TEXT' && /^at$|At$|Since$/.test(name))
      .map(({ name }) => name),
    references: {
      ...(hasId ? { id: table } : {}),
      ...Object.fromEntries(keptReferences.map(({ name, target }) => [name, target])),
      ...how.extraReferences,
    },
  }
}
