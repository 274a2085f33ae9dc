import { migrations } from '../migrations'
import { baseline } from '../migrations/postgres/baseline'
import { assertNotMoved } from './assert-not-moved'
import { BadConfig } from './bad-config'
import { log } from './core/log'
import type { NodeLines } from './core/nodes/node-lines'
import { MigrationFailed, pendingOf, refusalOf } from './core/storage/migrate'
import { clientOptions, nameOfAddress } from './core/storage/postgres/address'
import { LeaseRows } from './core/storage/postgres/lease-rows'
import { Line } from './core/storage/postgres/lines'
import { appliedMigrations, migratePostgres } from './core/storage/postgres/migrate'
import { isServed, type ServerFacts, serverFacts } from './core/storage/postgres/server-facts'
import { PostgresStore } from './core/storage/postgres/store'
import { PostgresWire } from './core/storage/postgres/wire'
import { listTables } from './core/storage/table-facts'
import { UserError } from './core/user-error'

const variable = 'BALCAO_DATABASE_URL'
const oldestVersion = 15
/** Difference of the clocks of server and database from which times of rows would be in a wrong order, in ms. */
const maxClockDifference = 60_000

/**
 * Opens the database of a PostgreSQL server and brings it to the newest schema.
 * @param name of the variable or option that has the address
 * @param examine refuses a database that must not be changed
 * @throws BadConfig with the next step, for a server that cannot be used; nothing is changed then
 */
export async function openPostgres(
  address: string,
  name = variable,
  examine = (store: PostgresStore) => refuseMoved(store, address),
): Promise<PostgresStore> {
  const store = await connectPostgres(address, name)
  try {
    await examine(store)
    const done = await migratePostgres(store, migrations, baseline)
    if (done.length > 0) log.info({ migrations: done.length, newest: done.at(-1) }, 'the schema is up to date')
    return store
  } catch (error) {
    await store.close()
    throw described(error, new URL(address), name)
  }
}

/**
 * Connects to a database and changes nothing in it.
 * @throws BadConfig with the next step, for a server that cannot be used
 */
export async function connectPostgres(address: string, name = variable): Promise<PostgresStore> {
  const store = new PostgresStore(clientOptions(address))
  try {
    const problem = problemOf(await serverFacts(store))
    if (problem) throw new BadConfig(name, problem)
    return store
  } catch (error) {
    await store.close()
    throw described(error, new URL(address), name)
  }
}

/**
 * Opens a database whose schema is the one of this version, for a command; it may be served meanwhile.
 * @throws BadConfig with the next step, for a server that cannot be used
 */
export async function openForCommand(address: string): Promise<PostgresStore> {
  const store = await connectPostgres(address)
  try {
    const applied = await store.withLine(appliedMigrations)
    if (applied.length === 0) throw new UserError('it has no tables yet; start balcao serve once, which makes them')
    const refusal = refusalOf(applied, migrations)
    if (refusal) throw new UserError(`${refusal.problem}; ${refusal.remedy}`)
    if (pendingOf(applied, migrations).length > 0)
      throw new UserError('it has the tables of an earlier version; start balcao serve once, which changes them')
    await store.learnSchema()
    return store
  } catch (error) {
    await store.close()
    throw described(error, new URL(address), variable)
  }
}

/** @throws UserError while a process serves this database */
export async function assertNotServed(store: PostgresStore) {
  if (await isServed(store))
    throw new UserError('a balcao serves this database; stop it on every machine first (balcao doctor lists them)')
}

/** @throws BadConfig for a database that was moved to another place, or that a move fills */
export async function refuseMoved(store: PostgresStore, address: string) {
  const tables = await listTables(store.read)
  if (!['installation', 'kysely_migration'].every((name) => tables.includes(name))) return
  await assertNotMoved(store, {
    that: 'names a database that',
    use: 'unset it, with BALCAO_DATA_DIR as that directory',
    back: `unset it, then balcao move --to ${nameOfAddress(address)} into an empty database`,
  })
}

/** Longest time of a statement of a move in ms, such as the making of an index. */
const moveDeadlineMs = 24 * 3_600_000

/** Connection of a command that copies whole tables. */
export const openMoveLine = (address: string): Promise<Line> =>
  Line.connect(
    { ...clientOptions(address), connection: { application_name: 'balcao move', statement_timeout: '0' } },
    moveDeadlineMs,
  )

/** Lines to the other processes that use this database. */
export function openNodeLines(address: string): NodeLines {
  const options = clientOptions(address)
  return { wire: new PostgresWire(options), leases: new LeaseRows(options) }
}

/** Why this server cannot hold the database; null when it can. */
function problemOf({ version, encoding, isReplica, clock }: ServerFacts): string | null {
  if (version < oldestVersion) return `names PostgreSQL ${version}; use version ${oldestVersion} or later`
  if (isReplica) return 'names a read-only replica; name the primary server'
  if (encoding !== 'UTF8') return `names a database in the encoding ${encoding}; create one with encoding UTF8`
  const difference = Math.abs(clock - Date.now())
  if (difference <= maxClockDifference) return null
  return `names a server whose clock differs by ${Math.round(difference / 1000)} s; set both clocks by NTP`
}

/** SQLSTATEs and codes of Bun's client: what the operator does about them. */
const remedies: [pattern: RegExp, text: (url: URL) => string][] = [
  [
    /^ERR_POSTGRES_CONNECTION|^ECONN|^ENOENT/,
    ({ host }) => `names a server that does not answer (${host}); start it, or correct the address`,
  ],
  [/^28/, ({ username }) => `is refused for the user ${username}; correct user and password`],
  [
    /^3D000/,
    ({ pathname }) => `names the database ${pathname.slice(1)}, which does not exist; create it with createdb`,
  ],
  [/^53300/, () => 'names a server without a free connection; raise its max_connections'],
  [/^25006/, () => 'names a server that is read-only; name the primary server'],
  [
    /^(0A000|58P01)/,
    () => 'names a server without the extensions pg_trgm and btree_gin; install the package postgresql-contrib',
  ],
  [
    /^42501/,
    ({ username }) =>
      `names a database in which ${username} may not create tables or extensions; as superuser: create extension pg_trgm; create extension btree_gin; grant create on schema public to ${username}`,
  ],
]

function described(error: unknown, url: URL, name: string): unknown {
  if (error instanceof UserError) return new BadConfig(name, `cannot be used: ${error.message}`)
  const cause = (error instanceof MigrationFailed ? error.cause : error) as {
    errno?: string
    code?: string
    message?: string
  }
  const codes = [cause.errno, cause.code].filter((code) => typeof code === 'string')
  const remedy = remedies.find(([pattern]) => codes.some((code) => pattern.test(code)))
  if (remedy) return new BadConfig(name, remedy[1](url))
  if (!(error instanceof MigrationFailed)) return error
  log.fatal({ err: error.cause, migration: error.migration }, 'a migration failed; nothing was changed')
  return new UserError(
    `migration ${error.migration} failed (${cause.message}); the database is as it was: go on with the version you had, and report this`,
  )
}
