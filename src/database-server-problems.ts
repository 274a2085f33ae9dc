import { BadConfig } from './bad-config'
import { log } from './core/log'
import { MigrationFailed } from './core/storage/migrate'
import { RowSecurityFailed } from './core/storage/postgres/migrate'
import { companyRole } from './core/storage/postgres/row-security'
import type { ServerFacts } from './core/storage/postgres/server-facts'
import { UserError } from './core/user-error'

/** Why a database server cannot be used, and the next step. */

const oldestVersion = 15
/** Difference of the clocks of server and database from which times of rows would be in a wrong order, in ms. */
const maxClockDifference = 60_000

/** Why this server cannot hold the database; null when it can. */
export function problemOf({ version, encoding, isReplica, clock }: ServerFacts): string | null {
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

/** Cause why row level security is not possible, and the statements that make it so. */
const rowSecurityRemedy = ({ username }: URL, problem: string) =>
  `cannot be on: ${problem}; as superuser: create role ${companyRole}; grant ${companyRole} to ${username}`

/** The error for the operator, with the next step; another error stays as it is. @param name of what has the address */
export function described(error: unknown, url: URL, name: string): unknown {
  if (error instanceof RowSecurityFailed)
    return new BadConfig('BALCAO_ROW_SECURITY', rowSecurityRemedy(url, error.message))
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
