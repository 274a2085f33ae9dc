import { migrations } from '../migrations'
import { baseline } from '../migrations/postgres/baseline'
import { BadConfig } from './bad-config'
import { log } from './core/log'
import type { NodeLines } from './core/nodes/node-lines'
import { MigrationFailed } from './core/storage/migrate'
import { clientOptions } from './core/storage/postgres/address'
import { LeaseRows } from './core/storage/postgres/lease-rows'
import { migratePostgres } from './core/storage/postgres/migrate'
import { type ServerFacts, serverFacts } from './core/storage/postgres/server-facts'
import { PostgresStore } from './core/storage/postgres/store'
import { PostgresWire } from './core/storage/postgres/wire'
import { UserError } from './core/user-error'

const variable = 'BALCAO_DATABASE_URL'
const oldestVersion = 15
/** Difference of the clocks of server and database from which times of rows would be in a wrong order, in ms. */
const maxClockDifference = 60_000

/**
 * Opens the database of a PostgreSQL server and brings it to the newest schema.
 * @throws BadConfig with the next step, for a server that cannot be used; nothing is changed then
 */
export async function openPostgres(address: string): Promise<PostgresStore> {
  const store = new PostgresStore(clientOptions(address))
  try {
    const problem = problemOf(await serverFacts(store))
    if (problem) throw new BadConfig(variable, problem)
    const done = await migratePostgres(store, migrations, baseline)
    if (done.length > 0) log.info({ migrations: done.length, newest: done.at(-1) }, 'the schema is up to date')
    return store
  } catch (error) {
    await store.close()
    throw described(error, new URL(address))
  }
}

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

function described(error: unknown, url: URL): unknown {
  if (error instanceof UserError) return new BadConfig(variable, `cannot be used: ${error.message}`)
  const cause = (error instanceof MigrationFailed ? error.cause : error) as {
    errno?: string
    code?: string
    message?: string
  }
  const codes = [cause.errno, cause.code].filter((code) => typeof code === 'string')
  const remedy = remedies.find(([pattern]) => codes.some((code) => pattern.test(code)))
  if (remedy) return new BadConfig(variable, remedy[1](url))
  if (!(error instanceof MigrationFailed)) return error
  log.fatal({ err: error.cause, migration: error.migration }, 'a migration failed; nothing was changed')
  return new UserError(
    `migration ${error.migration} failed (${cause.message}); the database is as it was: go on with the version you had, and report this`,
  )
}
