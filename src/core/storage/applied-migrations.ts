import type { Handle } from './db'

/** Kysely's list of applied migrations, which both engines have. */
type AppliedMigrations = {
  kysely_migration: { name: string; timestamp: string }
}

/** Returns the last migration of a database whose schema is up to date. */
export async function newestMigration(handle: Handle): Promise<string> {
  const db = handle.kysely.withTables<AppliedMigrations>()
  const row = await db
    .selectFrom('kysely_migration')
    .select(({ fn }) => fn.max('name').as('name'))
    .executeTakeFirst()
  return row?.name ?? ''
}
