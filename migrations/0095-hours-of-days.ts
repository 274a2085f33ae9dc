import { type Kysely, sql } from 'kysely'

/**
 * Stored figures of days get their hours (docs/adr/0149). The rows are a cache: the server computes them again within ten
 * minutes of its start.
 */
export async function up(db: Kysely<unknown>) {
  await sql`delete from dashboard_days`.execute(db)
}
export const upOnPostgres = up
