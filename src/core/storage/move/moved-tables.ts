import type { Handle } from '../db'
import type { Column } from '../row-shape'
import { listTables, tableFacts } from '../table-facts'

/** Table whose rows are moved. */
export interface MovedTable {
  name: string
  /** Columns of the primary key first: the order of the rows. */
  columns: { name: string; type: Column['type'] }[]
  keyLength: number
  /** Place of the company among the columns; -1 for a table of the installation. */
  companyAt: number
}

/** Tables of Kysely, and those of the search index, which is made anew. */
const leftOut = /^(kysely_|search_progress$|search_reindex$|message_search|contact_search$|contacts_fts)/

/**
 * Returns the tables that both databases have, by name. Tables of one engine only, such as leases of nodes, hold nothing
 * that outlives a process. @throws Error for tables that differ, which a test of the schemas prevents
 */
export async function movedTables(source: Handle, target: Handle): Promise<MovedTable[]> {
  const there = new Set(await listTables(target))
  const names = (await listTables(source)).filter((name) => there.has(name) && !leftOut.test(name))
  const tables: MovedTable[] = []
  for (const name of names.sort()) {
    const [table, twin] = [await shapeOf(source, name), await shapeOf(target, name)]
    const mine = new Set(table.columns.map((column) => column.name))
    if (mine.size !== twin.columns.length || !twin.columns.every((column) => mine.has(column.name)))
      throw new Error(`the columns of ${name} differ between the engines`)
    tables.push(table)
  }
  return tables
}

async function shapeOf(handle: Handle, name: string): Promise<MovedTable> {
  const { columns } = await tableFacts(handle, name)
  const ordered = columns.toSorted((one, other) => Number(other.isKey) - Number(one.isKey))
  return {
    name,
    columns: ordered.map(({ name, type }) => ({ name, type })),
    keyLength: columns.filter(({ isKey }) => isKey).length,
    companyAt: ordered.findIndex((column) => column.name === 'companyId'),
  }
}

/** Types of the columns in the order of a line. */
export const typesOf = ({ columns }: MovedTable) => columns.map(({ type }) => type)
/** Key of a line, in its form. */
export const keyOf = (line: string, { keyLength }: MovedTable) => line.split('\t', keyLength).join('\t')
/** Names of columns for a statement; both engines understand the quotes. */
export const namesOf = (columns: { name: string }[]) => columns.map(({ name }) => `"${name}"`).join(', ')
/** Columns of the key. */
export const keyColumns = ({ columns, keyLength }: MovedTable) => columns.slice(0, keyLength)
