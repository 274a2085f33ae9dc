import type { Kysely } from 'kysely'

/** Day of the month agreed on of a company whose due date fell on an earlier one in a shorter month. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('companies').addColumn('billingDay', 'integer').execute()
}
