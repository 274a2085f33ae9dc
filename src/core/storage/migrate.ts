import { UserError } from '../user-error'
import type { Store } from './db'
import { migrationsOf } from './open-concurrently'

interface Migration {
  up(db: never): Promise<void>
  /** Drops and replaces tables. Foreign keys are not enforced meanwhile; the migration checks them at its end. */
  rebuildsTables?: boolean
}
export type Migrations = Record<string, Migration>

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
 * Returns the applied and the pending migrations, in order.
 * @throws UserError when the database has a migration unknown to this executable: a newer version wrote it, and an
 * older one would misread its rows
 */
export function compareSchema(store: Store, migrations: Migrations): { applied: string[]; pending: string[] } {
  const known = Object.keys(migrations).sort()
  const applied = migrationsOf(store.raw.statements.sqlite)
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new UserError(
      `the database belongs to a newer version of Balcão (it has ${unknown.join(', ')}); use that version, or restore a backup made before the upgrade`,
    )
  return { applied, pending: known.filter((name) => !applied.includes(name)) }
}

/**
 * Applies all pending migrations in one transaction (libraries.md B3). Returns their names.
 * @throws MigrationFailed with the name of the failed migration
 */
export async function migrate(store: Store, migrations: Migrations): Promise<string[]> {
  const { pending } = compareSchema(store, migrations)
  const { sqlite } = store.raw.statements
  if (!pending.some((name) => migrations[name]?.rebuildsTables)) return apply(store, migrations)
  sqlite.run('pragma foreign_keys = off') // SQLite ignores this pragma inside a transaction
  try {
    return await apply(store, migrations)
  } finally {
    sqlite.run('pragma foreign_keys = on')
  }
}

async function apply(store: Store, migrations: Migrations): Promise<string[]> {
  const { Migrator } = await import('kysely/migration') // most starts have nothing to migrate
  const migrator = new Migrator({ db: store.raw.kysely, provider: { getMigrations: async () => migrations as never } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw new MigrationFailed(results.find(({ status }) => status === 'Error')?.migrationName ?? '?', error)
  return results.map(({ migrationName }) => migrationName)
}
