import type { ReadEnd } from './ends'
import type { MovedTable } from './moved-tables'

/** Table and company whose rows differ between both databases. */
export interface Difference {
  table: string
  /** Null for rows of the installation. */
  companyId: number | null
  /** Rows in the source and in the target. */
  rows: [source: number, target: number]
}

interface Content {
  rows: number
  /** SHA-256 of the lines. */
  sum: string
}

/** Key of rows of the installation. */
const installation = ''

/** Number of rows and SHA-256 of their lines, in the order of the key, by company. */
async function contentOf(end: ReadEnd, table: MovedTable): Promise<Map<string, Content>> {
  const counts = new Map<string, { rows: number; hash: Bun.CryptoHasher }>()
  for await (const lines of end.lines(table, null))
    for (const line of lines) {
      const company = companyOf(line, table)
      const count = counts.get(company) ?? { rows: 0, hash: new Bun.CryptoHasher('sha256') }
      if (count.rows++ === 0) counts.set(company, count)
      count.hash.update(line)
      count.hash.update('\n')
    }
  return new Map([...counts].map(([company, { rows, hash }]) => [company, { rows, sum: hash.digest('hex') }]))
}

const companyOf = (line: string, { companyAt }: MovedTable) =>
  companyAt < 0 ? installation : (line.split('\t', companyAt + 1).at(-1) as string)

/** Compares all rows of both databases; returns the number of rows and the differences. */
export async function compareRows(source: ReadEnd, target: ReadEnd, tables: MovedTable[]) {
  const differences: Difference[] = []
  let rows = 0
  for (const table of tables) {
    const [mine, theirs] = await Promise.all([contentOf(source, table), contentOf(target, table)])
    for (const content of mine.values()) rows += content.rows
    for (const company of new Set([...mine.keys(), ...theirs.keys()])) {
      const [one, other] = [mine.get(company) ?? none, theirs.get(company) ?? none]
      if (one.rows !== other.rows || one.sum !== other.sum)
        differences.push({ table: table.name, companyId: idOf(company), rows: [one.rows, other.rows] })
    }
  }
  return { rows, differences }
}

const none: Content = { rows: 0, sum: '' }
const idOf = (company: string) => (company === installation || company === '\\N' ? null : Number(company))
