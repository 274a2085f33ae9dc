import type { Kysely } from 'kysely'

/** Adds the values that a request of a flow gave to the line of its log, so that a replay gives them in their order. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('flow_run_log').addColumn('variables', 'text').execute()
}
