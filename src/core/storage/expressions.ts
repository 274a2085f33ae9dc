import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * SQL that each engine spells in its own way. Features name what they mean and never write dialect words themselves;
 * tests/architecture.test.ts holds that (docs/adr/0034).
 */

/** A list of ids or texts as one parameter of a prepared query. */
export type List = string & { readonly brand: 'List' }

export const listOf = (values: Iterable<number | string>): List => JSON.stringify([...values]) as List

/** The values of a list, to compare with: `.where('tickets.id', 'in', inList(p('ids')))`. */
export const inList = <V = number>(list: List): RawBuilder<V> => sql<V>`(select value from json_each(${list}))`

/** The values of a list as rows of a table with the column `value`. */
export const listRows = <V = number>(list: List): RawBuilder<{ value: V }> => sql<{ value: V }>`json_each(${list})`

type Column = string | Expression<unknown>
const named = (column: Column) => (typeof column === 'string' ? sql.ref(column) : column)

/** The column, but read without its index: for a query that another index serves better. */
export const unindexed = <V>(column: string): RawBuilder<V> => sql<V>`+${sql.ref(column)}`

/** True when the text has these words somewhere; nothing is folded. */
export const contains = (text: Column, words: string): RawBuilder<boolean> =>
  sql<boolean>`instr(${named(text)}, ${words}) > 0`

/** The size of a text in bytes; its characters are not read. */
export const byteLength = (column: string): RawBuilder<number> => sql<number>`octet_length(${sql.ref(column)})`

/** Rows of a subquery as the text of a JSON list of objects, in the order of `by` if that matters. */
export const jsonObjects = (fields: Record<string, string>, by?: string): RawBuilder<string> => {
  const pairs = Object.entries(fields).map(([name, column]) => sql`${sql.lit(name)}, ${sql.ref(column)}`)
  return sql<string>`json_group_array(json_object(${sql.join(pairs)})${ordered(by)})`
}

/** One column of a subquery's rows as the text of a JSON list. */
export const jsonValues = (column: string, by?: string): RawBuilder<string> =>
  sql<string>`json_group_array(${sql.ref(column)}${ordered(by)})`

const ordered = (by: string | undefined) => (by === undefined ? sql`` : sql` order by ${sql.ref(by)}`)

/** The values of a column that holds a JSON list, as rows of a table with the column `value`. */
export const jsonElements = <V = number>(column: string): RawBuilder<{ value: V }> =>
  sql<{ value: V }>`json_each(${sql.ref(column)})`

/** A text field of a column that holds a JSON object; null when it is not there. */
export const jsonField = (column: string, field: string): RawBuilder<string | null> =>
  sql<string | null>`${sql.ref(column)} ->> ${sql.lit(`$.${field}`)}`

/** True for rows whose two columns sort before the two values; an index of both columns answers it. */
export const sortsBefore = (columns: Pair<Column>, values: Pair<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${named(columns[0])}, ${named(columns[1])}) < (${values[0]}, ${values[1]})`

/** The same for those that sort after them. */
export const sortsAfter = (columns: Pair<Column>, values: Pair<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${named(columns[0])}, ${named(columns[1])}) > (${values[0]}, ${values[1]})`

/** The same for those that sort before them or are equal. */
export const sortsUpTo = (columns: Pair<Column>, values: Pair<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${named(columns[0])}, ${named(columns[1])}) <= (${values[0]}, ${values[1]})`

type Pair<T> = readonly [T, T]

/** The empty text as a literal: an index of the texts that are not empty is used for `<> ''`, not for a parameter. */
export const emptyText: RawBuilder<string> = sql.lit('')

/** The `limit` of a query that reads all of what a rule keeps small. */
export const everyRow = Number.MAX_SAFE_INTEGER

/** Sorts after every text a person can write, where texts are compared byte by byte. */
export const lastText = '\u{10ffff}'

/** True for the error of a row that a unique column refused: `isTaken(error, 'users', 'email')`. */
export const isTaken = (error: unknown, table: string, column: string): boolean =>
  error instanceof Error && error.message === `UNIQUE constraint failed: ${table}.${column}`
