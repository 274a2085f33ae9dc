import { type Kysely, sql } from 'kysely'

/** Finds the last failure of a version, and the live runs of a flow, without reading all of its runs. */
export async function up(db: Kysely<unknown>) {
  await sql`create index flow_runs_failed on flow_runs (companyId, flowId, versionId, id) where state = 'failed'`.execute(
    db,
  )
  await sql`create index flow_runs_of_flow on flow_runs (companyId, flowId) where endedAt is null`.execute(db)
}
