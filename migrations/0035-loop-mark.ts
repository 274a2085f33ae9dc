import { type Kysely, sql } from 'kysely'

/** Marks waiting tickets that the robot left because the answers looked automatic, for the list. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table tickets add column botLoop integer not null default 0 check (botLoop in (0, 1))`.execute(db)
}
