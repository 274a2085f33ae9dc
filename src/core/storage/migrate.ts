import type { Kysely } from 'kysely'
import { UserError } from '../user-error'
import { migrationsOf, readableSinceOf } from './sqlite/open-concurrently'
import type { SqliteStore } from './sqlite/store'

interface Migration {
  up(db: never): Promise<void>
  /** Only in the first of a list. */
  replaces?: FormerMigrations
}
/** Migrations by name, in order. */
export type Migrations = Record<string, Migration>

/** Migrations of earlier versions that the first one of today replaces. */
interface FormerMigrations {
  /** Name of the last of them: its schema is the one that the first migration of today creates. */
  last: string
  /** Version that has all of them. */
  version: string
}

/** A migration failed; the schema did not change. */
export class MigrationFailed extends Error {
  constructor(
    readonly migration: string,
    cause: unknown,
  ) {
    super(`migration ${migration} failed`, { cause })
  }
}

/**
 * Returns the applied and the pending migrations, in order. A database at the last of the former migrations has these
 * applied and all of today's pending.
 * @throws UserError for a database of a newer version, whose rows this one would misread, and for one that is too old
 */
export function compareSchema(store: SqliteStore, migrations: Migrations): { applied: string[]; pending: string[] } {
  const { sqlite } = store.raw.statements
  const applied = migrationsOf(sqlite)
  const refusal = refusalOf(applied, migrations, readableSinceOf(sqlite))
  if (refusal) throw new UserError(`${refusal.problem}; ${refusal.remedy}`)
  return { applied, pending: pendingOf(applied, migrations) }
}

export const pendingOf = (applied: string[], migrations: Migrations) =>
  Object.keys(migrations).filter((name) => !applied.includes(name))

/**
 * Why this executable cannot use a database with these migrations, and what to do; null when it can.
 * @param readableSince what a newer version says in the database: versions with this migration can serve it, too
 */
export function refusalOf(
  applied: string[],
  migrations: Migrations,
  readableSince: string | null = null,
): { problem: string; remedy: string } | null {
  const former = formerOf(applied, migrations)
  const newer = applied.filter((name) => !Object.hasOwn(migrations, name) && !former.includes(name))
  const isReadable = canRead(newestOf(migrations), readableSince) && pendingOf(applied, migrations).length === 0
  if (newer.length > 0 && !isReadable)
    return {
      problem: `the database belongs to a newer version of Balcão (it has ${newer.join(', ')})`,
      remedy: 'use that version, or restore a backup made before the upgrade',
    }
  const { last, version } = replacedBy(migrations)
  if (former.length === 0 || former.at(-1) === last) return null
  return {
    problem: `the database is too old for this version of Balcão (its newest migration is ${former.at(-1)})`,
    remedy: `open it once with version ${version}, then with this one`,
  }
}

export const newestOf = (migrations: Migrations): string => Object.keys(migrations).at(-1) ?? ''

/** True when a version with this newest migration can serve a schema that is readable since the other one. */
export const canRead = (newest: string, readableSince: string | null): boolean =>
  readableSince !== null && readableSince <= newest

const replacedBy = (migrations: Migrations) => Object.values(migrations)[0]?.replaces ?? { last: '', version: '' }

/** The former ones among the applied migrations. Their names sort before those of today. */
const formerOf = (applied: string[], migrations: Migrations) =>
  applied.filter((name) => !Object.hasOwn(migrations, name) && name <= replacedBy(migrations).last)

/**
 * Applies all pending migrations in one transaction, so that a failed one leaves nothing behind. Returns their names.
 * @throws MigrationFailed with the name of the failed migration
 */
export async function migrate(store: SqliteStore, migrations: Migrations): Promise<string[]> {
  const { applied, pending } = compareSchema(store, migrations)
  if (pending.length === 0) return [] // Kysely refuses migrations that it does not know
  const former = formerOf(applied, migrations)
  return apply(store, former.length > 0 ? acceptFormer(former, migrations) : migrations)
}

/**
 * Migrations for a database at the last of the former ones. The first one of today finds its schema there and only
 * removes the names of the former ones; Kysely then adds its name, in the same transaction.
 */
function acceptFormer(former: string[], migrations: Migrations): Migrations {
  const [first = ''] = Object.keys(migrations)
  const nothing = { up: async () => {} } // Kysely must know every applied migration
  const removeNames = { up: (db: AppliedMigrations) => removeApplied(db, former) }
  return { ...Object.fromEntries(former.map((name) => [name, nothing])), ...migrations, [first]: removeNames }
}

/** Kysely's list of applied migrations. */
type AppliedMigrations = Kysely<{ kysely_migration: { name: string } }>

async function removeApplied(db: AppliedMigrations, names: string[]) {
  await db.deleteFrom('kysely_migration').where('name', 'in', names).execute()
}

async function apply(store: SqliteStore, migrations: Migrations): Promise<string[]> {
  const { Migrator } = await import('kysely/migration') // most starts have nothing to migrate
  const migrator = new Migrator({ db: store.raw.kysely, provider: { getMigrations: async () => migrations as never } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw new MigrationFailed(results.find(({ status }) => status === 'Error')?.migrationName ?? '?', error)
  return results.map(({ migrationName }) => migrationName)
}
