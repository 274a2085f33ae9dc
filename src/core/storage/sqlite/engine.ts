import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Engine } from '../engine'
import type { Database } from '../schema'

/**
 * Writes parameters as `+?`. SQLite plans a join by the value of a bare `?` and prepares the statement again whenever
 * another value is bound: ten times the cost of running it. `+?` has the same value and prevents this.
 */
class OpaqueParameters extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?'
  }
}

/** SQLite, embedded in the process. */
export const sqliteEngine: Engine = {
  name: 'sqlite',
  compiler: new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new OpaqueParameters(),
    },
  }),
}
