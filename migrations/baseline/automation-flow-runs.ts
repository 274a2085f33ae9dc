import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  flag,
  index,
  ownedTable,
  required,
  table,
  timeOfInsert,
  uniqueIndex,
  withCompany,
} from '../columns'

/** Conversations of flows with customers, and replays of drafts against them. */
export const flowRunTables = [
  createFlowRuns,
  createFlowRunLog,
  createFlowRunAnswers,
  createFlowReplays,
  createFlowReplayRuns,
]

/**
 * Runs of published versions; `programState` and `programSays` keep the session of a program that the run waits for.
 */
async function createFlowRuns(db: Kysely<unknown>) {
  await ownedTable(db, 'flow_runs')
    .addColumn('ticketId', 'integer', required)
    .addColumn('attendanceId', 'integer', required)
    .addColumn('flowId', 'integer', required)
    .addColumn('versionId', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('nodeId', 'text')
    .addColumn('element', 'integer', count)
    .addColumn('variables', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('invalidAnswers', 'integer', count)
    .addColumn('steps', 'integer', count)
    .addColumn('end', 'text')
    .addColumn('answeredId', 'integer', count)
    .addColumn('wakeAt', 'text')
    .addColumn('startedAt', 'text', timeOfInsert)
    .addColumn('endedAt', 'text')
    .addColumn('programState', 'text')
    .addColumn('programSays', 'text')
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('flowId', 'flows', 'cascade'))
    .$call(companyForeignKey('versionId', 'flow_versions', 'cascade'))
    .execute()
  // A ticket has one run without an end.
  await uniqueIndex(db, 'flow_runs_live', 'flow_runs', ['companyId', 'ticketId'], sql`endedAt is null`)
  await index(db, 'flow_runs_flow', 'flow_runs', ['companyId', 'flowId', 'id'])
  await index(db, 'flow_runs_version', 'flow_runs', ['companyId', 'versionId'])
  await index(db, 'flow_runs_started', 'flow_runs', ['companyId', 'flowId', 'startedAt'])
  // The last failure of a version, and the live runs of a flow, without reading all of its runs.
  await index(db, 'flow_runs_failed', 'flow_runs', ['companyId', 'flowId', 'versionId', 'id'], sql`state = 'failed'`)
  await index(db, 'flow_runs_of_flow', 'flow_runs', ['companyId', 'flowId'], sql`endedAt is null`)
  // Runs that wait for a customer: a scheduled task ends those silent for a day.
  await index(db, 'flow_runs_silent', 'flow_runs', ['wakeAt'], sql`endedAt is null and state in ('input', 'program')`)
}

/** Steps of runs; `variables` are the values that a request gave, so that a replay gives them in their order. */
async function createFlowRunLog(db: Kysely<unknown>) {
  await withCompany(table(db, 'flow_run_log'))
    .addColumn('runId', 'integer', required)
    .addColumn('nodeId', 'text', required)
    .addColumn('outcome', 'text', required)
    .addColumn('at', 'text', timeOfInsert)
    .addColumn('variables', 'text')
    .$call(companyForeignKey('runId', 'flow_runs', 'cascade'))
    .execute()
  await index(db, 'flow_run_log_of', 'flow_run_log', ['companyId', 'runId', 'id'])
}

/** Messages that a run took as one answer, by their range of ids. */
async function createFlowRunAnswers(db: Kysely<unknown>) {
  await withCompany(table(db, 'flow_run_answers'))
    .addColumn('runId', 'integer', required)
    .addColumn('afterId', 'integer', required)
    .addColumn('messageId', 'integer', required)
    .$call(companyForeignKey('runId', 'flow_runs', 'cascade'))
    .execute()
  await index(db, 'flow_run_answers_of', 'flow_run_answers', ['companyId', 'runId', 'id'])
}

/** Drafts against past runs. */
async function createFlowReplays(db: Kysely<unknown>) {
  await ownedTable(db, 'flow_replays')
    .addColumn('flowId', 'integer', required)
    .addColumn('userId', 'integer')
    .addColumn('userName', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('requestsSucceed', 'integer', flag(1))
    .addColumn('status', 'text', required)
    .addColumn('total', 'integer', required)
    .addColumn('counts', 'text', required)
    .addColumn('createdAt', 'text', timeOfInsert)
    .addColumn('endedAt', 'text')
    .$call(companyForeignKey('flowId', 'flows', 'cascade'))
    .execute()
  await index(db, 'flow_replays_of', 'flow_replays', ['companyId', 'flowId', 'id'])
  await index(db, 'flow_replays_old', 'flow_replays', ['createdAt'])
  await index(db, 'flow_replays_running', 'flow_replays', ['companyId', 'id'], sql`status = 'running'`)
}

/** Past runs of a replay. */
async function createFlowReplayRuns(db: Kysely<unknown>) {
  await withCompany(table(db, 'flow_replay_runs'))
    .addColumn('replayId', 'integer', required)
    .addColumn('runId', 'integer', required)
    .addColumn('verdict', 'text')
    .addColumn('end', 'text')
    .addColumn('nodeId', 'text')
    .addColumn('partedAt', 'text')
    .addColumn('misunderstood', 'text', (c) => c.notNull().defaultTo('[]'))
    .$call(companyForeignKey('replayId', 'flow_replays', 'cascade'))
    .$call(companyForeignKey('runId', 'flow_runs', 'cascade'))
    .execute()
  await index(db, 'flow_replay_runs_of', 'flow_replay_runs', ['companyId', 'replayId', 'verdict', 'id'])
  await index(db, 'flow_replay_runs_run', 'flow_replay_runs', ['companyId', 'runId'])
}
