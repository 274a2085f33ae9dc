import { type Kysely, sql } from 'kysely'

/** Why an attendance was closed, in the company's words; and the time until which a ticket is snoozed. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table attendances add column outcome text`.execute(db)
  await sql`alter table ticket_events add column outcome text`.execute(db)
  await sql`alter table tickets add column snoozedUntil text`.execute(db)
}
