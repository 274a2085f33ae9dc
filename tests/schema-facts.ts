import type { Database as Sqlite } from 'bun:sqlite'

/**
 * Facts of a database's schema, one per line, the same for the same effect: tables with their options, columns in their
 * order, checks, foreign keys, indexes in their order, triggers in their order, virtual tables. SQLite stores the text
 * of a definition as it was written, so texts are compared without quotes of names and needless spaces, and tables by
 * what SQLite makes of them: `not null default 0` and `default 0 not null` are one column. The order of indexes and
 * triggers counts, because SQLite may choose between equal indexes, and run triggers, by the order of their creation.
 */
export function schemaFacts(sqlite: Sqlite): string[] {
  const all = <R>(query: string, ...values: string[]) => sqlite.query(query).all(...values) as R[]
  const entries = all<Entry>('select type, name, tbl_name as "table", sql from sqlite_schema order by rowid')
  const tables = entries.filter(({ type, name }) => type === 'table' && !isOfKysely(name))
  return tables
    .flatMap(({ name, sql }) =>
      [
        ...all(
          'select name, type, ncol, wr, strict from pragma_table_list where schema = ? and name = ?',
          'main',
          name,
        ),
        ...all('select * from pragma_table_xinfo(?)', name),
        ...all('select * from pragma_foreign_key_list(?)', name),
        ...all<Index>('select * from pragma_index_list(?)', name).map((index) => ({
          ...index,
          columns: all('select seqno, name, "desc", coll, key from pragma_index_xinfo(?)', index.name),
        })),
        ...(/^create virtual table/i.test(sql) ? [plain(sql)] : checksOf(sql)),
        { autoincrement: /\bautoincrement\b/.test(sql) },
        ...entries.filter(({ type, table }) => type === 'trigger' && table === name).map(({ sql }) => plain(sql)),
        ...entries
          .filter(({ type, table, sql }) => type === 'index' && table === name && sql !== null)
          .map(({ sql }) => plain(sql)),
      ].map((fact) => `${name}: ${JSON.stringify(fact)}`),
    )
    .sort(byTable)
}

interface Entry {
  type: string
  name: string
  table: string
  sql: string
}
interface Index {
  name: string
}

const isOfKysely = (name: string) => name.startsWith('kysely_')

/** Sorts by table only: the facts of one table keep their order. */
const byTable = (one: string, other: string) => tableOf(one).localeCompare(tableOf(other))
const tableOf = (fact: string) => fact.slice(0, fact.indexOf(':'))

/** A definition without quotes of names and needless spaces; SQLite writes its first words in capitals. */
const plain = (sql: string) =>
  sql
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),;]) ?/g, '$1')
    .replace(/^CREATE( [A-Z]+)+/, (words) => words.toLowerCase())

/** Check constraints of a table, in their order. */
function checksOf(sql: string): string[] {
  const checks: string[] = []
  for (let at = sql.indexOf('check ('); at >= 0; at = sql.indexOf('check (', at + 1))
    checks.push(plain(sql.slice(at, endOfParentheses(sql, at))))
  return checks
}

function endOfParentheses(text: string, from: number): number {
  let depth = 0
  for (let at = text.indexOf('(', from); at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}
