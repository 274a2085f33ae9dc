import { type Kysely, sql } from 'kysely'

/** Keeps the session of a program (Typebot, prompt) that a flow's run waits for. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table flow_runs add column programState text`.execute(db)
  await sql`alter table flow_runs add column programSays text`.execute(db)
}
