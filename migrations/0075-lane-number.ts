import type { Kysely } from 'kysely'

/** Adds to the cold lane of a connection the number it belongs to, and since when that number is linked. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('cold_lanes').addColumn('number', 'text').execute()
  await db.schema.alterTable('cold_lanes').addColumn('linkedAt', 'text').execute()
}
