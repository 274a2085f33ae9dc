import type { Kysely } from 'kysely'

/**
 * Adds the name of a flow to the history of tickets, and to idempotency keys the run of a flow that a request started.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('ticket_events').addColumn('flowName', 'text').execute()
  await db.schema.alterTable('idempotency').addColumn('flowRunId', 'integer').execute()
}
