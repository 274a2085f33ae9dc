import type { Database as Sqlite } from 'bun:sqlite'
import type { Handle } from './db'
import type { Shape } from './row-shape'
import type { CompanyId } from './schema'

/** Rows between two breaths of everybody else. */
const atOnce = 500

/**
 * A company's rows of one table as JSON lines. Numbers begin at 1 in each table, so that the same company reads the
 * same wherever it is, and nobody learns how much else there is.
 */
export async function* exportRows({ statements }: Handle, shape: Shape, companyId: CompanyId): AsyncGenerator<string> {
  const { sqlite } = statements
  const statement = sqlite.prepare(selectOf(sqlite, shape, companyId))
  const listed = listedIn(sqlite, shape, companyId)
  let part: string[] = []
  try {
    for (const row of statement.iterate(companyId)) {
      part.push(`${JSON.stringify(written(row as Row, listed))}\n`)
      if (part.length < atOnce) continue
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

function selectOf(
  sqlite: Sqlite,
  { table, columns, references, enforced, key, where }: Shape,
  companyId: CompanyId,
): string {
  const picked = columns.map(({ name }) => {
    const target = references[name]
    if (!target) return `t."${name}"`
    const base = lowest(sqlite, target, companyId) - 1
    if (target === table || enforced.includes(name)) return `t."${name}" - ${base} as "${name}"`
    // What it references at may be gone by now.
    return `(select x.id - ${base} from "${target}" x where x."companyId" = ?1 and x.id = t."${name}") as "${name}"`
  })
  const order = key.map((name) => `t."${name}"`).join(', ')
  return `select ${picked.join(', ')} from "${table}" t
    where t."companyId" = ?1 ${where ? `and t.${where}` : ''} order by ${order}`
}

function lowest(sqlite: Sqlite, table: string, companyId: CompanyId): number {
  const row = sqlite.query(`select min(id) as id from "${table}" where "companyId" = ?`).get(companyId)
  return (row as { id: number | null }).id ?? 1
}

/** Column that idLists rows → their numbers here → those in the file. */
type Listed = [name: string, numbers: Map<number, number>][]

function listedIn(sqlite: Sqlite, { idLists = {} }: Shape, companyId: CompanyId): Listed {
  return Object.entries(idLists).map(([name, target]) => {
    const ids = sqlite.query(`select id from "${target}" where "companyId" = ? order by id`).values(companyId) as [
      number,
    ][]
    const base = (ids[0]?.[0] ?? 1) - 1
    return [name, new Map(ids.map(([id]) => [id, id - base]))]
  })
}

function written(row: Row, listed: Listed): Row {
  for (const [name, value] of Object.entries(row)) if (value instanceof Uint8Array) row[name] = value.toBase64()
  for (const [name, numbers] of listed) {
    const ids = JSON.parse(String(row[name])) as number[]
    row[name] = JSON.stringify(ids.flatMap((id) => numbers.get(id) ?? [])) // whoever is gone by now is not named
  }
  return row
}
