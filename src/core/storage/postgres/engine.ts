import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely'
import type { Engine } from '../engine'
import type { Database } from '../schema'
import { ProductCompiler } from './compiler'
import type { NullableColumns } from './nullable-columns'

/** PostgreSQL 15 or later. The engine of a store knows which of its columns may be null. */
export const postgresEngine = (nullable: NullableColumns): Engine => ({
  name: 'postgres',
  compiler: new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new ProductCompiler(nullable),
    },
  }),
})
