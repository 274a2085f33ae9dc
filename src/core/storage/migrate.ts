import { UserError } from '../user-error'
import type { Store } from './db'
import { migrationsOf } from './open-concurrently'

interface Migration {
  up(db: never): Promise<void>
  /** Drops and replaces tables. Foreign keys are not enforced meanwhile; the migration checks them at its end. */
  rebuildsTables?: boolean
}
export type Migrations = Record<string, Migration>

/** A migration that could not be applied; the schema is as it was before. */
export class MigrationFailed extends Error {
  constructor(
    readonly migration: string,
    cause: unknown,
  ) {
    super(`migration ${migration} failed`, { cause })
  }
}

/**
 * What the database has and still lacks, in order. Throws UserError when it has one that this executable does not know:
 * a newer version was here, and an older one would misread what that wrote.
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
 * Brings the schema to the newest migration in one transaction: all of it or nothing (libraries.md B3).
 * Answers the names applied now; throws MigrationFailed naming the one at fault.
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
