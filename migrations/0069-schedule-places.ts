import type { Kysely } from 'kysely'

/** Adds the time until which a due scheduled message waits for its place in the cold lane of its number. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('schedules').addColumn('waitUntil', 'text').execute()
}
