import { test } from 'bun:test'
import { SQL } from 'bun'
import { migrations } from '../migrations'
import { baseline } from '../migrations/postgres/baseline'
import { startPostgres } from '../scripts/postgres'
import { clientOptions } from '../src/core/storage/postgres/address'
import { migratePostgres } from '../src/core/storage/postgres/migrate'
import { PostgresStore } from '../src/core/storage/postgres/store'

/** True when the installations of tests are in PostgreSQL: `TEST_POSTGRES` has the address of a server. */
export const usesPostgres = (process.env.TEST_POSTGRES ?? '') !== ''

/** Lines that are idle for this long are closed, because tests leave their installations open. */
const idleMs = 500
let databases = 0
let started: Promise<string> | undefined

/** Address of the server in TEST_POSTGRES, else of one that this process starts and that ends with it. */
function serverAddress(): Promise<string> {
  const given = process.env.TEST_POSTGRES
  if (given) return Promise.resolve(given)
  started ??= startPostgres().then(({ address }) => address)
  return started
}

/** Address of a database of the server. */
export async function addressOf(database: string): Promise<string> {
  const url = new URL(await serverAddress())
  url.pathname = `/${database}`
  return url.href
}

/** Runs a statement as superuser, outside of the databases of tests. */
export async function onServer(text: string) {
  const admin = new SQL({ ...clientOptions(await serverAddress()), max: 1 } as never)
  try {
    return (await admin.unsafe(text)) as Record<string, unknown>[]
  } finally {
    await admin.close({ timeout: 0 })
  }
}

/** Creates a database, as a copy of `template` if given, and returns its name. */
export async function createDatabase(template = 'template0'): Promise<string> {
  const name = `test_${process.pid}_${++databases}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  return name
}

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

/** Copies between two collections of garbage, after which the databases of finished tests are dropped. */
const copiesPerCollection = 25

/** A copy of a database that has no connections; dropped when nothing refers to its store any more. */
export async function openCopy(template: string): Promise<PostgresStore> {
  const name = await createDatabase(template)
  const store = await openDatabase(name)
  await store.learnSchema()
  unused.register(store, name, store)
  if (databases % copiesPerCollection === 0) Bun.gc(true)
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
