import { test } from 'bun:test'
import { migrations } from '../migrations'
import { baseline } from '../migrations/postgres/baseline'
import { clientOptions } from '../src/core/storage/postgres/address'
import { migratePostgres } from '../src/core/storage/postgres/migrate'
import { PostgresStore } from '../src/core/storage/postgres/store'
import { addressOf, createDatabase, onServer, usesPostgres } from './postgres-server'

/** Lines that are idle for this long are closed, because tests leave their installations open. */
const idleMs = 500

/** Opens a database of the server, with row level security; its connections end when they are idle. */
export const openDatabase = async (name: string) =>
  new PostgresStore(clientOptions(await addressOf(name)), { idleMs, rowSecurity: true })

let migrated: Promise<string> | undefined

/** Name of a database with the schema and no rows; made once per process. */
export function migratedDatabase(): Promise<string> {
  migrated ??= (async () => {
    const name = await createDatabase()
    const store = await openDatabase(name)
    await migratePostgres(store, migrations, baseline)
    await store.close()
    return name
  })()
  return migrated
}

let copies = 0
/** Copies between two collections of garbage, after which the databases of finished tests are dropped. */
const copiesPerCollection = 25

/** A copy of a database that has no connections; dropped when nothing refers to its store any more. */
export async function openCopy(template: string): Promise<PostgresStore> {
  const name = await createDatabase(template)
  const store = await openDatabase(name)
  await store.learnSchema()
  unused.register(store, name, store)
  if (++copies % copiesPerCollection === 0) Bun.gc(true)
  return store
}

/** Closes a database of `openCopy` and keeps it, so that it can be copied. Returns its name. */
export async function keepDatabase(store: PostgresStore): Promise<string> {
  const [{ name }] = (await store.read.all('select current_database() as name', [])) as [{ name: string }]
  unused.unregister(store)
  await store.close()
  return name
}

/** Databases of tests are 15 MB each; a run makes more than a thousand. */
const unused = new FinalizationRegistry<string>((name) => {
  onServer(`drop database if exists ${name} with (force)`).catch(() => {}) // the server may have ended with the run
})

/** `test` for one that looks into SQLite's file or catalogue; skipped when installations are in PostgreSQL. */
export const sqliteTest = test.skipIf(usesPostgres)
