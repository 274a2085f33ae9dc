import type { Compilable, Kysely } from 'kysely'
import type { Handle } from './db'
import type { Engine } from './engine'
import { Placeholder, toPreparedQuery } from './prepared-query'
import type { Database } from './schema'

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
    let madeFor: Engine | undefined
    const compiledFor = (engine: Engine) => {
      if (made && madeFor === engine) return made
      madeFor = engine
      made = toPreparedQuery(build(engine.compiler, (name) => new Placeholder(name) as never).compile())
      return made
    }
    const all = async (handle: Handle, params: P): Promise<R[]> => {
      const { text, returns, slots } = compiledFor(handle.engine)
      const values = slots.map((value) => (value instanceof Placeholder ? params[value.name as keyof P] : value))
      if (returns) return handle.all(text, values) as R[] | Promise<R[]>
      await handle.run(text, values)
      return []
    }
    return { all, first: async (handle, params) => (await all(handle, params))[0] }
  }
