import type { Database as Sqlite } from 'bun:sqlite'
import { parseJson } from '../../shared/json'
import type { Handle } from './db'
import type { TableShape } from './row-shape'
import type { CompanyId } from './schema'

/** Number of rows read before other work of the event loop gets its turn. */
const batchSize = 500

/**
 * Yields a company's rows of one table as JSON lines, several lines at a time. Ids are renumbered from 1, so that the
 * file is the same on every installation and does not reveal the number of other companies' rows.
 */
export async function* exportRows(
  { statements }: Handle,
  shape: TableShape,
  companyId: CompanyId,
): AsyncGenerator<string> {
  const { sqlite } = statements
  const statement = sqlite.prepare(exportQuery(sqlite, shape, companyId))
  const idLists = fileIdsOf(sqlite, shape, companyId)
  let part: string[] = []
  try {
    for (const row of statement.iterate(companyId)) {
      part.push(`${JSON.stringify(toLine(row as Row, idLists))}\n`)
      if (part.length < batchSize) continue
      yield part.join('')
      part = []
      await new Promise((resolve) => setImmediate(resolve))
    }
    yield part.join('')
  } finally {
    statement.finalize()
  }
}

type Row = Record<string, string | number | null | Uint8Array>

function exportQuery(
  sqlite: Sqlite,
  { table, columns, references, enforced, key, where }: TableShape,
  companyId: CompanyId,
): string {
  const expressions = columns.map(({ name }) => {
    const target = references[name]
    if (!target) return `t."${name}"`
    const base = lowestId(sqlite, target, companyId) - 1
    if (target === table || enforced.includes(name)) return `t."${name}" - ${base} as "${name}"`
    // Null when the referenced row no longer exists.
    return `(select x.id - ${base} from "${target}" x where x."companyId" = ?1 and x.id = t."${name}") as "${name}"`
  })
  const order = key.map((name) => `t."${name}"`).join(', ')
  return `select ${expressions.join(', ')} from "${table}" t
    where t."companyId" = ?1 ${where ? `and t.${where}` : ''} order by ${order}`
}

function lowestId(sqlite: Sqlite, table: string, companyId: CompanyId): number {
  const row = sqlite.query(`select min(id) as id from "${table}" where "companyId" = ?`).get(companyId)
  return (row as { id: number | null }).id ?? 1
}

/** Columns with a list of ids, each with the ids in the file by the ids in the database. */
type FileIds = [column: string, fileIds: Map<number, number>][]

function fileIdsOf(sqlite: Sqlite, { idLists = {} }: TableShape, companyId: CompanyId): FileIds {
  return Object.entries(idLists).map(([name, target]) => {
    const ids = sqlite.query(`select id from "${target}" where "companyId" = ? order by id`).values(companyId) as [
      number,
    ][]
    const base = (ids[0]?.[0] ?? 1) - 1
    return [name, new Map(ids.map(([id]) => [id, id - base]))]
  })
}

function toLine(row: Row, idLists: FileIds): Row {
  for (const [name, value] of Object.entries(row)) if (value instanceof Uint8Array) row[name] = value.toBase64()
  for (const [name, fileIds] of idLists) {
    const ids = parseJson(String(row[name])) as number[]
    row[name] = JSON.stringify(ids.flatMap((id) => fileIds.get(id) ?? [])) // without ids of deleted rows
  }
  return row
}
