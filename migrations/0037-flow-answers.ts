import { type Kysely, sql } from 'kysely'
import { companyForeignKey, table, withCompany } from './columns'

/** Creates the record of which messages a run of a flow took as answers. */
export async function up(db: Kysely<unknown>) {
  await withCompany(table(db, 'flow_run_answers'))
    .addColumn('runId', 'integer', (c) => c.notNull())
    .addColumn('afterId', 'integer', (c) => c.notNull())
    .addColumn('messageId', 'integer', (c) => c.notNull())
    .$call(companyForeignKey('runId', 'flow_runs', 'cascade'))
    .execute()
  await sql`create index flow_run_answers_of on flow_run_answers (companyId, runId, id)`.execute(db)
  await sql`create index flow_runs_started on flow_runs (companyId, flowId, startedAt)`.execute(db)
}
