import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { noCounts } from '../../../../shared/flow/compare'
import { readContent } from '../content'
import { getFlow, readDraft } from '../read'
import type { FlowReplayResult, ReplayInput } from './model'
import { getReplay, publishReplay } from './read'

/** Replays that a flow keeps, and replays of a company that may run or wait at once. */
const maxReplays = { perFlow: 5, unfinished: 5 }
/** Seconds after which a refused user may try again. */
const retryAfter = 5

/**
 * Starts the replay of past runs in a flow's draft; a job does the work. An unfinished replay of the same flow is
 * cancelled. @throws ERR_NO_FLOW_FOUND, ERR_NO_FLOW_RUN_FOUND, ERR_FLOW_INVALID, ERR_RATE_LIMIT while many replays of
 * the company wait
 */
export function startReplay(outer: Scope, flowId: number, input: ReplayInput): Promise<FlowReplayResult> {
  return outer.transaction(async (scope) => {
    await getFlow(scope, flowId)
    const draft = await readDraft(scope, flowId)
    readContent(draft ?? { nodes: [], connections: [] })
    await makeRoom(scope, flowId)
    const runIds = await chooseRuns(scope, flowId, input)
    const { userId, name: userName } = scope.viewer
    const requestsSucceed = input.requestsSucceed ? (1 as const) : (0 as const)
    const begun = { flowId, userId, userName, content: JSON.stringify(draft), requestsSucceed }
    const counts = JSON.stringify(noCounts())
    const row = { ...begun, status: 'running' as const, total: runIds.length, counts, endedAt: null }
    const { id } = await scope.db.insert('flow_replays', row).returning('id').executeTakeFirstOrThrow()
    for (const runId of runIds) await scope.db.run(insertRun, { replayId: id, runId })
    await scope.enqueue('flow.replay', { replayId: id }, { lane: `replay:${scope.companyId}` })
    return publishReplay(scope, await getReplay(scope, id))
  })
}

const insertRun = hot<{ replayId: number; runId: number }>()((db, p) =>
  db.insert('flow_replay_runs', {
    ...{ replayId: p('replayId'), runId: p('runId') },
    ...{ verdict: null, end: null, nodeId: null, partedAt: null },
  }),
)

/** Ids of the runs: those chosen, else the newest ended ones of the time span; newest first. */
const chooseRuns = (scope: Scope, flowId: number, { runIds, ...span }: ReplayInput): Promise<number[]> =>
  runIds ? chosenRuns(scope, flowId, runIds) : runsOfSpan(scope, flowId, span)

/** @throws ERR_NO_FLOW_RUN_FOUND for one of another flow, or one that has not ended */
async function chosenRuns(scope: Scope, flowId: number, runIds: number[]): Promise<number[]> {
  const rows = await scope.db
    .select('flow_runs')
    .select('id')
    .where('id', 'in', runIds)
    .where('flowId', '=', flowId)
    .where('endedAt', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  if (rows.length < runIds.length) throw new AppError('ERR_NO_FLOW_RUN_FOUND')
  return rows.map(({ id }) => id)
}

async function runsOfSpan(scope: Scope, flowId: number, { count, from, until }: Omit<ReplayInput, 'runIds'>) {
  let query = scope.db
    .select('flow_runs')
    .select('id')
    .where('flowId', '=', flowId)
    .where('endedAt', 'is not', null)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
  if (from !== undefined) query = query.where('startedAt', '>=', new Date(from).toISOString())
  if (until !== undefined) query = query.where('startedAt', '<', new Date(until).toISOString())
  return (await query.execute()).map(({ id }) => id)
}

/** Cancels the flow's unfinished replay, and deletes all but its newest ones. @throws ERR_RATE_LIMIT */
async function makeRoom(scope: Scope, flowId: number) {
  const rows = await scope.db
    .select('flow_replays')
    .select(['id', 'status'])
    .where('flowId', '=', flowId)
    .orderBy('id', 'desc')
    .execute()
  for (const { id } of rows.filter(({ status }) => status === 'running')) await cancelReplay(scope, id)
  for (const { id } of rows.slice(maxReplays.perFlow - 1))
    await scope.db.delete('flow_replays').where('id', '=', id).execute()
  const unfinished = await scope.db.select('flow_replays').select('id').where('status', '=', 'running').execute()
  if (unfinished.length >= maxReplays.unfinished) throw new AppError('ERR_RATE_LIMIT', { retryAfter })
}

/** Ends a replay; its results so far stay. @throws ERR_NO_FLOW_REPLAY_FOUND */
export function cancelReplay(outer: Scope, id: number): Promise<FlowReplayResult> {
  return outer.transaction(async (scope) => {
    await getReplay(scope, id)
    await scope.db
      .update('flow_replays')
      .set({ status: 'cancelled', endedAt: new Date().toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute()
    return publishReplay(scope, await getReplay(scope, id))
  })
}
