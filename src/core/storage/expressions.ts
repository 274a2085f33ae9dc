import { type Expression, type RawBuilder, sql } from 'kysely'
import { engineForms } from './engine-forms'
import { isUniqueViolationOf } from './postgres/failures'

/**
 * Names for SQL that differs between database engines. Features use these names and contain no SQL of a dialect;
 * tests/architecture.test.ts checks it (docs/adr/0034). Where the engines differ, an expression has both forms.
 */

/** A list of ids or texts as one parameter of a prepared query. */
export type ListParameter = string & { readonly brand: 'List' }

export const listOf = (values: Iterable<number | string>): ListParameter => JSON.stringify([...values]) as ListParameter

/** Subquery with the ids of a list: `.where('tickets.id', 'in', inList(p('ids')))`. */
export const inList = (list: ListParameter): RawBuilder<number> =>
  engineForms({
    sqlite: sql<number>`(select value from json_each(${list}))`,
    postgres: sql`(select unnest(${idsOf(list)}))`,
  })

/** Subquery with the texts of a list: `.where('number', 'in', inTexts(p('numbers')))`. */
export const inTexts = (list: ListParameter): RawBuilder<string> =>
  engineForms({
    sqlite: sql<string>`(select value from json_each(${list}))`,
    postgres: sql`(select json_array_elements_text(${list}::text::json))`,
  })

/** Table with the ids of a list in its column `value`. */
export const listRows = (list: ListParameter): RawBuilder<{ value: number }> =>
  engineForms({
    sqlite: sql<{ value: number }>`json_each(${list})`,
    postgres: sql`(select unnest(${idsOf(list)}) as "value")`,
  })

/** A JSON list of ids as PostgreSQL's array: its literal has braces instead of brackets. */
const idsOf = (list: ListParameter) => sql`translate(${list}::text, '[]', '{}')::bigint[]`

type FieldType = 'integer' | 'text'

/** A list of rows as one parameter, for `recordRows`. */
export const recordsOf = (rows: readonly object[]): ListParameter => JSON.stringify(rows) as ListParameter

/** Table with rows given as one parameter: `update … from recordRows(p('rows'), { id: 'integer' }).as('given')`. */
export const recordRows = <F extends Record<string, FieldType>>(
  rows: ListParameter,
  fields: F,
): RawBuilder<{ [N in keyof F]: F[N] extends 'integer' ? number : string }> => {
  const columns = Object.keys(fields).map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`)
  const types = { integer: sql`bigint`, text: sql`text collate "C"` }
  const typed = Object.entries(fields).map(([name, type]) => sql`${sql.ref(name)} ${types[type]}`)
  return engineForms({
    // The limit makes SQLite compute the rows once and look up each; it would walk through a company's rows instead.
    sqlite: sql`(select ${sql.join(columns)} from json_each(${rows}) limit -1)`,
    postgres: sql`(select * from json_to_recordset(${rows}::text::json) as r(${sql.join(typed)}))`,
  })
}

type Column = string | Expression<unknown>
const columnRef = (column: Column) => (typeof column === 'string' ? sql.ref(column) : column)

/** The column, hidden from the query planner's choice of indexes: for a query that another index serves better. */
export const unindexedColumn = <V>(column: string): RawBuilder<V> =>
  engineForms({ sqlite: sql<V>`+${sql.ref(column)}`, postgres: sql`${sql.ref(column)}` })

/** True when the text contains these words exactly, with case and accents. */
export const containsText = (text: Column, words: string): RawBuilder<boolean> =>
  engineForms({
    sqlite: sql<boolean>`instr(${columnRef(text)}, ${words}) > 0`,
    postgres: sql`strpos(${columnRef(text)}, ${words}) > 0`,
  })

/** True when the bytes contain this text in UTF-8. */
export const bytesContainText = (column: string, text: string): RawBuilder<boolean> =>
  engineForms({
    sqlite: sql<boolean>`instr(${sql.ref(column)}, cast(${text} as blob)) > 0`,
    postgres: sql`position(convert_to(${text}, 'UTF8') in ${sql.ref(column)}) > 0`,
  })

/** True when the words of the column occur in this text exactly, with case and accents. */
export const occursIn = (words: string, text: Column): RawBuilder<boolean> =>
  engineForms({
    sqlite: sql<boolean>`instr(${text}, ${sql.ref(words)}) > 0`,
    postgres: sql`strpos(${text}, ${sql.ref(words)}) > 0`,
  })

/** Size of a text in bytes, known without reading the text. */
export const byteLength = (column: string): RawBuilder<number> => sql<number>`octet_length(${sql.ref(column)})`

/** JSON text with the rows of a subquery as a list of objects, ordered by the column `by` if given. */
export const jsonObjects = (fields: Record<string, string>, by?: string): RawBuilder<string> => {
  const pairs = Object.entries(fields).map(([name, column]) => sql`${sql.lit(name)}, ${sql.ref(column)}`)
  const rest = sql`(${sql.join(pairs)})${ordered(by)})`
  return engineForms({
    sqlite: sql<string>`json_group_array(json_object${rest}`,
    postgres: sql`coalesce(json_agg(json_build_object${rest}::text, '[]')`,
  })
}

/** JSON text with one column of a subquery as a list, ordered by the column `by` if given. */
export const jsonValues = (column: string, by?: string): RawBuilder<string> =>
  engineForms({
    sqlite: sql<string>`json_group_array(${sql.ref(column)}${ordered(by)})`,
    postgres: sql`coalesce(json_agg(${sql.ref(column)}${ordered(by)})::text, '[]')`,
  })

const ordered = (by: string | undefined) => (by === undefined ? sql`` : sql` order by ${sql.ref(by)}`)

/** Table with the ids of a column that contains a JSON list, in its column `value`; no rows for null. */
export const jsonElements = (column: string): RawBuilder<{ value: number }> =>
  engineForms({
    sqlite: sql<{ value: number }>`json_each(${sql.ref(column)})`,
    postgres: sql`(select json_array_elements_text(${sql.ref(column)}::json)::bigint as "value")`,
  })

/** Text field of a column that contains a JSON object; null when missing. */
export const jsonField = (column: string, field: string): RawBuilder<string | null> =>
  engineForms({
    sqlite: sql<string | null>`${sql.ref(column)} ->> ${sql.lit(`$.${field}`)}`,
    postgres: sql`(${sql.ref(column)}::json ->> ${sql.lit(field)})`,
  })

/** True for rows whose columns sort before the values; can use an index on these columns. */
export const sortsBefore = (columns: readonly Column[], values: readonly unknown[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(columns.map(columnRef))}) < (${sql.join(values)})`

/** True for rows whose columns sort after the values. */
export const sortsAfter = (columns: readonly Column[], values: readonly unknown[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(columns.map(columnRef))}) > (${sql.join(values)})`

/** True for rows whose two columns sort before the two values or equal them. */
export const sortsUpTo = (columns: Pair<Column>, values: Pair<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${columnRef(columns[0])}, ${columnRef(columns[1])}) <= (${values[0]}, ${values[1]})`

type Pair<T> = readonly [T, T]

/** True for rows whose column is null; for all rows if the flag is 1. */
export const isNullUnless = (column: string, flag: unknown): RawBuilder<boolean> =>
  engineForms({
    sqlite: sql<boolean>`(${flag} or ${sql.ref(column)} is null)`,
    postgres: sql`(${flag} = 1 or ${sql.ref(column)} is null)`,
  })

/** Milliseconds from one time (ISO 8601) to a later one; 0 when the clock was set back in between, null without both. */
export const msBetween = (from: Column, to: Column): RawBuilder<number | null> => {
  const [begin, end] = [columnRef(from), columnRef(to)]
  return engineForms({
    sqlite: sql<number | null>`max(0, round((unixepoch(${end}, 'subsec') - unixepoch(${begin}, 'subsec')) * 1000))`,
    postgres: sql`case when ${begin} is null or ${end} is null then null
      else greatest(0, round(extract(epoch from ${end}::timestamptz - ${begin}::timestamptz) * 1000)) end`,
  })
}

/** The first characters of a text column. */
export const startOfText = (column: string, length: number): RawBuilder<string> =>
  sql<string>`substr(${sql.ref(column)}, 1, ${length})`

/** The empty text as a literal: a partial index `where … <> ''` is used for the literal, not for a parameter. */
export const emptyText: RawBuilder<string> = sql.lit('')

/** A value as a literal of the statement, so that a partial index on this value is used. */
export const literal = <T extends string | number>(value: T): RawBuilder<T> => sql.lit(value)

/** `limit` of a query that reads all rows, whose number another rule limits. */
export const everyRow = Number.MAX_SAFE_INTEGER

/** Text that sorts after every text a person can type, where texts are compared byte by byte. */
export const lastText = '\u{10ffff}'

/** True for the error of a row that violates a unique column: `isUniqueViolation(error, 'users', 'email')`. */
export const isUniqueViolation = (error: unknown, table: string, column: string): boolean =>
  error instanceof Error &&
  (error.message === `UNIQUE constraint failed: ${table}.${column}` || isUniqueViolationOf(error, table, column))
