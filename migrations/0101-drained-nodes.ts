import { type Kysely, sql } from 'kysely'

/** SQLite has no table of nodes: one process serves a file. */
export async function up() {}

/**
 * A node that takes no more work until it is received again (docs/adr/0146). Earlier versions ask for `serving` only.
 * The last step of its version: its lock on `nodes` stops the renewals of all nodes until the end of the transaction.
 */
export async function upOnPostgres(db: Kysely<unknown>) {
  await sql`alter table nodes drop constraint nodes_state_check,
    add constraint nodes_state_check check (state in ('serving', 'drained', 'leaving'))`.execute(db)
}
