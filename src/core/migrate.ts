import { Migrator } from 'kysely/migration'
import type { Store } from './db'

interface Migration {
  up(db: never): Promise<void>
}

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
 * Brings the schema to the newest migration in one transaction: all of it or nothing (libraries.md B3).
 * Answers the names applied now; throws MigrationFailed naming the one at fault.
 */
export async function migrate(store: Store, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db: store.raw.kysely, provider: { getMigrations: async () => migrations as never } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw new MigrationFailed(results.find(({ status }) => status === 'Error')?.migrationName ?? '?', error)
  return results.map(({ migrationName }) => migrationName)
}
