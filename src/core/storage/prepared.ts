import type { Compilable, Kysely } from 'kysely'
import type { Handle } from './db'
import type { Database } from './schema'
import { Placeholder, queryCompiler, toPreparedQuery } from './tenant'

/** A query over all companies, compiled once through Kysely and executed as a prepared statement. */
export interface Prepared<P, R> {
  all(handle: Handle, params: P): Promise<R[]>
  first(handle: Handle, params: P): Promise<R | undefined>
}

/**
 * Compiles a query at its first use: `prepare<{ id: number }>()((db, p) => db.selectFrom('jobs')…)`. For work of the
 * process itself and of `Platform`; features use `hot` (core/storage/tenant.ts), which is limited to one company.
 */
export const prepare =
  <P extends object>() =>
  <R>(
    build: (db: Kysely<Database>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<R>,
  ): Prepared<P, R> => {
    let made: ReturnType<typeof toPreparedQuery> | undefined
    const all = async (handle: Handle, params: P) => {
      made ??= toPreparedQuery(build(queryCompiler, (name) => new Placeholder(name) as never).compile())
      const values = made.slots.map((value) => (value instanceof Placeholder ? params[value.name as keyof P] : value))
      const statement = handle.statements.get(made.text)
      if (made.returns) return statement.all(...(values as never[])) as R[]
      statement.run(...(values as never[]))
      return []
    }
    return { all, first: async (handle, params) => (await all(handle, params))[0] }
  }
