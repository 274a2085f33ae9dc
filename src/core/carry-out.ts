import type { Database as Sqlite } from 'bun:sqlite'
import type { Shape } from './carry-shape'
import type { CompanyId } from './schema'

/** Rows between two breaths of everybody else. */
const atOnce = 500

/**
 * A company's rows of one table as JSON lines. Numbers begin at 1 in each table, so that the same company reads the
 * same wherever it is, and nobody learns how much else there is.
 */
export async function* linesOut(sqlite: Sqlite, shape: Shape, companyId: CompanyId): AsyncGenerator<string> {
  const statement = sqlite.prepare(selectOf(sqlite, shape, companyId))
  let part: string[] = []
  try {
    for (const row of statement.iterate(companyId)) {
      part.push(`${JSON.stringify(written(row as Row, shape, (table) => lowest(sqlite, table, companyId)))}\n`)
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

function selectOf(sqlite: Sqlite, { table, columns, points, firm, key, where }: Shape, companyId: CompanyId): string {
  const picked = columns.map(({ name }) => {
    const target = points[name]
    if (!target) return `t."${name}"`
    const base = lowest(sqlite, target, companyId) - 1
    if (target === table || firm.includes(name)) return `t."${name}" - ${base} as "${name}"`
    // What it points at may be gone by now.
    return `(select x.id - ${base} from "${target}" x where x.companyId = ?1 and x.id = t."${name}") as "${name}"`
  })
  const order = key.map((name) => `t."${name}"`).join(', ')
  return `select ${picked.join(', ')} from "${table}" t
    where t.companyId = ?1 ${where ? `and t.${where}` : ''} order by ${order}`
}

function lowest(sqlite: Sqlite, table: string, companyId: CompanyId): number {
  const row = sqlite.query(`select min(id) as id from "${table}" where companyId = ?`).get(companyId)
  return (row as { id: number | null }).id ?? 1
}

function written(row: Row, { lists = {} }: Shape, lowestOf: (table: string) => number): Row {
  for (const [name, value] of Object.entries(row)) if (value instanceof Uint8Array) row[name] = value.toBase64()
  for (const [name, target] of Object.entries(lists)) {
    const base = lowestOf(target) - 1
    row[name] = JSON.stringify((JSON.parse(String(row[name])) as number[]).map((id) => id - base))
  }
  return row
}
