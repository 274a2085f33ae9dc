import { type Kysely, sql } from 'kysely'

/** Creates the index of the runs that wait for a customer: a scheduled task ends those silent for a day. */
export async function up(db: Kysely<unknown>) {
  await sql`create index flow_runs_silent on flow_runs (wakeAt)
    where endedAt is null and state in ('input', 'program')`.execute(db)
}
