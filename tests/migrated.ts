import { migrations } from '../migrations'
import { migrate } from '../src/core/storage/migrate'
import { openMemory, type SqliteStore } from '../src/core/storage/sqlite/store'
import { migratedDatabase, openCopy } from './postgres-databases'
import { usesPostgres } from './postgres-server'

let image: Uint8Array | undefined

/** Database file with all migrations and no row; made once per run, since a migration takes a third of a second. */
export async function migratedImage(): Promise<Uint8Array> {
  if (image) return image
  const store = openMemory()
  await migrate(store, migrations)
  image = store.raw.statements.sqlite.serialize()
  return image
}

/** Migrated database without rows: in memory, or a new one on the server of the tests (tests/postgres-databases.ts). */
export const openMigrated = async (): Promise<SqliteStore> =>
  usesPostgres ? ((await openCopy(await migratedDatabase())) as never) : openMemory(await migratedImage())
