import { migrations } from '../migrations'
import { readableSince } from '../migrations/readable-since'
import { assertNotMoved } from './assert-not-moved'
import { BadConfig } from './bad-config'
import { copyBefore } from './core/backup/copy-before-migration'
import { createMissingKeys } from './core/keys/create-missing-keys'
import { checkRow, finishRotation, installationValue, secretsOf } from './core/keys/root-key'
import { log } from './core/log'
import { Secrets } from './core/secrets'
import { copiesDirectory, databaseFile, keyFile, rootKey } from './core/storage/data-directory'
import type { Handle, Store } from './core/storage/db'
import { storeInstallationValue } from './core/storage/installation-value'
import { compareSchema, MigrationFailed, migrate } from './core/storage/migrate'
import { openProblem } from './core/storage/sqlite/open-problem'
import { openStore, type SqliteStore } from './core/storage/sqlite/store'
import { UserError } from './core/user-error'

/**
 * Opens the database of a data directory and migrates it to the newest schema, after a copy of the old one.
 * @throws UserError for a newer schema, a failed migration (the old schema stays), and a file that is not a database;
 * BadConfig for one that was moved to another place
 * @param beforeMigrating called for a database that has a schema, before it is changed; an error refuses the start
 */
export async function openDatabase(
  directory: string,
  beforeMigrating: (read: Handle) => Promise<void> = async () => {},
): Promise<SqliteStore> {
  const store = openOrRefuse(directory)
  try {
    await bringUpToDate(store, directory, beforeMigrating)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

function openOrRefuse(directory: string): SqliteStore {
  try {
    return openStore(databaseFile(directory))
  } catch (error) {
    const { text, remedy } = openProblem(databaseFile(directory), error)
    throw new UserError(`${text}; ${remedy}`)
  }
}

async function bringUpToDate(store: SqliteStore, directory: string, beforeMigrating: (read: Handle) => Promise<void>) {
  const { applied, pending } = compareSchema(store, migrations)
  if (applied.length > 0) {
    await assertNotMoved(store, hereIn(directory))
    await beforeMigrating(store.read)
  }
  const [next] = pending
  if (!next) return
  if (applied.length > 0)
    log.info({ copy: copyBefore(store, copiesDirectory(directory), next) }, 'copied before migrating')
  if (applied.length > 0) await store.write(noteReadableSince)
  const done = await applyMigrations(store)
  log.info({ migrations: done.length, newest: done.at(-1) }, 'the schema is up to date')
}

/** Says in the database which versions can serve the schema of this one; call before migrating (docs/adr/0174). */
export const noteReadableSince = ({ kysely }: Handle) => storeInstallationValue(kysely, 'readableSince', readableSince)

/** How a refusal names the database of a directory that was moved. */
export const hereIn = (directory: string) => ({
  that: `is not set, and the database in ${directory}`,
  use: 'set it to that address',
  back: `set it, then balcao move --to sqlite:${directory}`,
})

/** Migrates to the newest schema and returns the names of applied migrations. @throws UserError when one fails */
export async function applyMigrations(store: SqliteStore): Promise<string[]> {
  try {
    return await migrate(store, migrations)
  } catch (error) {
    if (!(error instanceof MigrationFailed)) throw error
    log.fatal({ err: error.cause, migration: error.migration }, 'a migration failed; nothing was changed')
    throw new UserError(
      `migration ${error.migration} failed (${plain(error.cause)}); the database is as it was: go on with the version you had, and report this`,
    )
  }
}

const plain = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A fact about this installation, kept the first time it is said; answers what was said then. */
async function readOrStoreValue(store: Store, key: string, value: string): Promise<string> {
  const row = await store.read.kysely
    .selectFrom('installation')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  if (row) return row.value
  await store.write(({ kysely }) => kysely.insertInto('installation').values({ key, value }).execute())
  return value
}

/**
 * Opens the secrets of an installation: finishes an interrupted rotation of the root key, checks the key, and gives every
 * company without a key its own.
 */
export async function openSecrets(store: Store, directory: string, configured: string | null): Promise<Secrets> {
  if (configured === null) await finishRotation(store.read, directory)
  const root = rootKey(directory, configured)
  await checkKey(store, new Secrets(root))
  const secrets = await secretsOf(store.read, root)
  await createMissingKeys(store, secrets)
  return secrets
}

/**
 * Refuses a root key other than the one this database was made with: with a wrong key every sealed secret, WhatsApp's
 * credentials included, would look damaged.
 */
export async function checkKey(store: Store, secrets: Secrets) {
  const mine = secrets.rootCheck()
  if ((await readOrStoreValue(store, checkRow, mine)) !== mine) throw otherKey()
}

const otherKey = () =>
  new UserError('the key is not the one this database was made with; put the right secret.key (or BALCAO_SECRET) back')

/** Asserts the same before the schema of a database file is changed. @throws UserError for another key */
export async function assertKeyOfFile(read: Handle, keys: string[]) {
  if (!(await isOfOneKey(read, keys))) throw otherKey()
}

/**
 * The same for a database server, before its schema is changed and before a key is made: a new key would lie where that
 * of the other nodes belongs. An empty database accepts every key.
 * @param keys those that the directory or BALCAO_SECRET has @throws BadConfig for the key of another installation
 */
export async function assertKeyOfServer(read: Handle, keys: string[], directory: string) {
  if (await isOfOneKey(read, keys)) return
  const problem =
    keys.length === 0 ? `is not set, and ${keyFile(directory)} is missing` : 'is not the root key of this database'
  throw new BadConfig(
    'BALCAO_SECRET',
    `${problem}; set that of the other nodes or copy their secret.key, or name another database in BALCAO_DATABASE_URL`,
  )
}

async function isOfOneKey(read: Handle, keys: string[]): Promise<boolean> {
  const check = await installationValue(read, checkRow)
  return check === null || keys.some((key) => new Secrets(key).rootCheck() === check)
}

/**
 * Stores at the first start whether `demo` or `serve` uses the database. @throws UserError when the other command opens
 * it later: the passwords of `demo` are public, and its simulated customers must not reach the real WhatsApp.
 */
export async function checkPurpose(store: Store, demo: boolean) {
  const purpose = await readOrStoreValue(store, 'purpose', demo ? 'demo' : 'serve')
  if (purpose === 'demo' && !demo)
    throw new UserError('this data directory belongs to balcao demo; set BALCAO_DATA_DIR')
  if (purpose !== 'demo' && demo) throw new UserError('this data directory is not a demonstration; set BALCAO_DATA_DIR')
}
