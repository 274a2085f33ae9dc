import type { InsertQueryBuilder } from 'kysely'
import type { Database } from './schema'
import { type Hot, hot, type OwnedTable, type TenantDb } from './tenant'

/** Numbers of rows for which a statement is prepared; a list is split into these. */
const sizes = [32, 16, 8, 4, 2, 1] as const

type Insert<T extends OwnedTable> = InsertQueryBuilder<Database, T, never>
type Complete<T extends OwnedTable, R> = (insert: Insert<T>) => InsertQueryBuilder<Database, T, R>
type Column<T extends OwnedTable> = keyof Database[T] & string

/**
 * Returns a function that inserts rows of a company with few prepared statements, in their order. `complete` adds
 * RETURNING or ON CONFLICT; the function resolves with the returned rows, whose order an engine may change.
 */
export function rowsInsert<Row extends object, T extends OwnedTable, R = never>(
  table: T,
  columns: readonly (Column<T> & keyof Row & string)[],
  complete: Complete<T, R> = (insert) => insert as never,
): (db: TenantDb, rows: readonly Row[]) => Promise<R[]> {
  const prepared = new Map<number, Hot<unknown[], R>>()
  const insertOf = (size: number): Hot<unknown[], R> => {
    const made = prepared.get(size) ?? compileInsert(table, columns, size, complete)
    prepared.set(size, made)
    return made
  }
  return async (db, rows) => {
    const returned: R[] = []
    for (let from = 0; from < rows.length; ) {
      const size = sizes.find((size) => size <= rows.length - from) as number
      const values = rows.slice(from, from + size).flatMap((row) => columns.map((column) => row[column]))
      returned.push(...(await db.run(insertOf(size), values)))
      from += size
    }
    return returned
  }
}

/** The parameters are the values of all rows, one after the other; each is named by its place. */
const compileInsert = <Row extends object, T extends OwnedTable, R>(
  table: T,
  columns: readonly (keyof Row & string)[],
  size: number,
  complete: Complete<T, R>,
): Hot<unknown[], R> =>
  hot<unknown[]>()((db, p) => {
    const rows = Array.from({ length: size }, (_, row) =>
      Object.fromEntries(columns.map((column, at) => [column, p(`${row * columns.length + at}` as never)])),
    )
    return complete(db.insert(table, rows as never) as never) as never
  })
