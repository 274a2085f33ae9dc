import { type Kysely, sql } from 'kysely'

/** Creates the index of parked jobs by their key: a timer whose job is parked is not enqueued again. */
export async function up(db: Kysely<unknown>) {
  await sql`create index jobs_failed_key on jobs ("companyId", name, "key")
    where "key" is not null and "failedAt" is not null`.execute(db)
}
