import { type Kysely, sql } from 'kysely'

/**
 * Adds to attendances the session of a program (a prompt or an integration): which one talks with the customer, its own
 * state, the messages it has yet to send, and the newest message of the customer that it has answered.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table attendances add column programKind text
    check (programKind in ('integration', 'prompt'))`.execute(db)
  // Without foreign keys: a deleted program hands over to people.
  for (const name of ['programId', 'programAnsweredId'])
    await db.schema.alterTable('attendances').addColumn(name, 'integer').execute()
  for (const name of ['programState', 'programSays'])
    await db.schema.alterTable('attendances').addColumn(name, 'text').execute()
}
