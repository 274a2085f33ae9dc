import type { Kysely } from 'kysely'
import type { Database } from './schema'

/** A value, or the promise of one: SQLite answers at once, so that no microtask is spent on waiting for it. */
export type Awaitable<T> = T | Promise<T>

/** The database engine of a handle: how its prepared queries are compiled (docs/adr/0115). */
export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** Builder without a database, which compiles queries to texts of this engine. */
  readonly compiler: Kysely<Database>
}
