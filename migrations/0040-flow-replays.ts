import { type Kysely, sql } from 'kysely'
import { companyForeignKey, flag, now, ownedTable, table, withCompany } from './columns'

/** Creates replays of flows: a draft against past runs, with one row per run. */
export async function up(db: Kysely<unknown>) {
  await ownedTable(db, 'flow_replays')
    .addColumn('flowId', 'integer', (c) => c.notNull())
    .addColumn('userId', 'integer')
    .addColumn('userName', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('requestsSucceed', 'integer', flag(1))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('counts', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .addColumn('endedAt', 'text')
    .$call(companyForeignKey('flowId', 'flows', 'cascade'))
    .execute()
  await sql`create index flow_replays_of on flow_replays (companyId, flowId, id)`.execute(db)
  await sql`create index flow_replays_old on flow_replays (createdAt)`.execute(db)
  await sql`create index flow_replays_running on flow_replays (companyId, id) where status = 'running'`.execute(db)

  await withCompany(table(db, 'flow_replay_runs'))
    .addColumn('replayId', 'integer', (c) => c.notNull())
    .addColumn('runId', 'integer', (c) => c.notNull())
    .addColumn('verdict', 'text')
    .addColumn('end', 'text')
    .addColumn('nodeId', 'text')
    .addColumn('partedAt', 'text')
    .addColumn('misunderstood', 'text', (c) => c.notNull().defaultTo('[]'))
    .$call(companyForeignKey('replayId', 'flow_replays', 'cascade'))
    .$call(companyForeignKey('runId', 'flow_runs', 'cascade'))
    .execute()
  await sql`create index flow_replay_runs_of on flow_replay_runs (companyId, replayId, verdict, id)`.execute(db)
  await sql`create index flow_replay_runs_run on flow_replay_runs (companyId, runId)`.execute(db)
}
