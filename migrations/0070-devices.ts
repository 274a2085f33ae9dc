import type { Kysely } from 'kysely'

/** Adds to plans how many devices a user may be logged in on at the same time, if the company allows several. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('plans')
    .addColumn('devices', 'integer', (c) => c.notNull().defaultTo(2))
    .execute()
}
