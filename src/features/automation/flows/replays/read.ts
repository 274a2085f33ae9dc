import { idOfCursor } from '../../../../core/http/cursor'
import type { Scope } from '../../../../core/scope'
import { hot, type Tables } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import type { Verdict } from '../../../../shared/flow/compare'
import { parseJson } from '../../../../shared/json'
import { pageSizes } from '../../../../shared/limits'
import { getFlow } from '../read'
import { readAnswerText } from './answer-text'
import type { FlowReplay, FlowReplayResult, ReplayedRun, ReplayedRunQuery } from './model'

const replayRows = (db: Tables) =>
  db
    .select('flow_replays')
    .select(['id', 'flowId', 'userName', 'status', 'total', 'counts', 'createdAt', 'requestsSucceed'])
const byId = hot<{ id: number }>()((db, p) => replayRows(db).where('id', '=', p('id')))
const latest = hot<{ flowId: number; limit: number }>()((db, p) =>
  replayRows(db).where('flowId', '=', p('flowId')).orderBy('id', 'desc').limit(p('limit')),
)
const verdictCounts = hot<{ replayId: number }>()((db, p) =>
  db
    .select('flow_replay_runs')
    .select('verdict')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('replayId', '=', p('replayId'))
    .where('verdict', 'is not', null)
    .groupBy('verdict'),
)
export type ReplayRow = NonNullable<(typeof byId)['row']>

export async function getReplayRow(scope: Scope, id: number): Promise<ReplayRow> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_FLOW_REPLAY_FOUND')
  return row
}

/** @throws ERR_NO_FLOW_REPLAY_FOUND also for a replay of another company */
export const getReplay = async (scope: Scope, id: number): Promise<FlowReplayResult> =>
  toReplay(scope, await getReplayRow(scope, id))

async function toReplay(scope: Scope, { counts, requestsSucceed: _, ...row }: ReplayRow): Promise<FlowReplayResult> {
  const verdicts = { same: 0, other: 0, unanswered: 0 }
  for (const { verdict, count } of await scope.db.run(verdictCounts, { replayId: row.id }))
    if (verdict !== null) verdicts[verdict] = count
  const done = verdicts.same + verdicts.other + verdicts.unanswered
  return { ...row, done, verdicts, counts: parseJson(counts) }
}

/** Replays that the list shows. */
const maxListed = 5

/** The latest replays of a flow, newest first. @throws ERR_NO_FLOW_FOUND */
export async function listReplays(scope: Scope, flowId: number): Promise<FlowReplayResult[]> {
  await getFlow(scope, flowId)
  const rows = await scope.db.run(latest, { flowId, limit: maxListed })
  const replays: FlowReplayResult[] = []
  for (const row of rows) replays.push(await toReplay(scope, row))
  return replays
}

/** Publishes the state of a replay, without its results; returns it. */
export function publishReplay<R extends FlowReplay>(scope: Scope, replay: R): R {
  const { id, flowId, userName, status, total, done, createdAt } = replay
  scope.publish('flowReplay', {
    action: 'update',
    replay: { id, flowId, userName, status, total, done, createdAt },
  })
  return replay
}

const size = pageSizes.other
const first = Number.MAX_SAFE_INTEGER

/** A page of the runs that were replayed. @throws ERR_NO_FLOW_REPLAY_FOUND */
export async function listReplayedRuns(scope: Scope, replayId: number, { verdict, cursor }: ReplayedRunQuery) {
  await getReplayRow(scope, replayId)
  let query = runRows(scope)
    .where('flow_replay_runs.replayId', '=', replayId)
    .where('flow_replay_runs.verdict', 'is not', null)
    .where('flow_replay_runs.id', '<', idOfCursor(cursor) ?? first)
  if (verdict !== undefined) query = query.where('flow_replay_runs.verdict', '=', verdict)
  const rows = await query
    .orderBy('flow_replay_runs.id', 'desc')
    .limit(size + 1)
    .execute()
  const hasMore = rows.length > size
  const runs: ReplayedRun[] = []
  for (const row of rows.slice(0, size)) runs.push(await toReplayedRun(scope, row))
  return { runs, hasMore, next: hasMore ? `${runs.at(-1)?.id}` : null }
}

const runRows = ({ db }: Scope) =>
  db
    .select('flow_replay_runs')
    .innerJoin('flow_runs', 'flow_runs.id', 'flow_replay_runs.runId')
    .innerJoin('tickets', 'tickets.id', 'flow_runs.ticketId')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .select(['flow_replay_runs.id', 'flow_replay_runs.runId', 'flow_replay_runs.verdict', 'flow_replay_runs.end'])
    .select(['flow_replay_runs.nodeId', 'flow_replay_runs.partedAt', 'flow_replay_runs.misunderstood'])
    .select(['flow_runs.startedAt', 'flow_runs.end as endBefore', 'flow_runs.nodeId as nodeBefore'])
    .select(['flow_runs.ticketId', 'contacts.name as contactName'])

type RunRow = Awaited<ReturnType<ReturnType<typeof runRows>['execute']>>[number]

async function toReplayedRun(
  scope: Scope,
  { verdict, misunderstood, endBefore, nodeBefore, ticketId, ...row }: RunRow,
): Promise<ReplayedRun> {
  const texts: ReplayedRun['misunderstood'] = []
  for (const { nodeId, answer } of parseJson(misunderstood) as { nodeId: string; answer: number }[])
    texts.push({ nodeId, text: await readAnswerText(scope, { runId: row.runId, ticketId, answer }) })
  const before = { end: endBefore, nodeId: nodeBefore }
  return { ...row, verdict: verdict as Verdict, before, misunderstood: texts }
}
