import type { JobHandler } from '../../../../core/jobs/job'
import { ParseFailure } from '../../../../core/parsers/contract'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { addCounts, type PastRun, type ReplayCounts } from '../../../../shared/flow/compare'
import { askedHoursOf } from '../../../../shared/flow/hours'
import { parseJson } from '../../../../shared/json'
import { readContent } from '../content'
import { type OpenValuesAt, readOpenValues, readPastRun } from '../runs/past-runs'
import { stopWordsOf } from '../stop-words'
import { getReplay, getReplayRow, publishReplay, type ReplayRow } from './read'
import type { ReplayTaskOutput } from './replay-parser'

/** Runs of one step of the job, and bytes of their words at which a step ends earlier. */
const step = { runs: 10, bytes: 500_000 }

/**
 * Takes a draft through past runs, some at a time: rows are read and written here, the flow runs in a worker with limits
 * of time and memory, so that no draft holds the process. Results are stored after each step; a repeated job goes on.
 */
export const runReplay: JobHandler<{ replayId: number }> = {
  attempts: 3,
  interruptions: 3,
  concurrency: 2,
  perGroup: 1,
  timeoutSeconds: 600,
  async run(scope, { replayId }) {
    const openAt = await readOpenValuesOf(scope, replayId)
    for (let goesOn = true; goesOn; ) goesOn = await takeStep(scope, replayId, openAt)
  },
  parked: (scope, { replayId }) => endReplay(scope, replayId, 'failed'),
}

const isRunning = async (scope: Scope, id: number) => {
  const row = await scope.db.select('flow_replays').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status === 'running'
}

/** The opening hours that the draft asks for. */
async function readOpenValuesOf(scope: Scope, replayId: number): Promise<OpenValuesAt> {
  const row = await scope.db.first(contentOf, { id: replayId })
  return readOpenValues(scope, row ? askedHoursOf(readContent(parseJson(row.content))) : [])
}

/** Replays the next runs; false at the end of the replay. */
async function takeStep(scope: Scope, replayId: number, openAt: OpenValuesAt): Promise<boolean> {
  if (!(await isRunning(scope, replayId))) return false
  const next = await readNext(scope, replayId, openAt)
  if (next.length === 0) return endReplay(scope, replayId, 'done')
  try {
    const found = next.filter((each): each is Found => each.past !== undefined)
    const output = await replayInWorker(scope, await getReplayRow(scope, replayId), found)
    return await storeStep(scope, replayId, next, output)
  } catch (error) {
    if (error instanceof ParseFailure) return endReplay(scope, replayId, 'failed')
    throw error
  }
}

interface Next {
  id: number
  past: PastRun | undefined
}
type Found = Next & { past: PastRun }

const nextRuns = hot<{ replayId: number; limit: number }>()((db, p) =>
  db
    .select('flow_replay_runs')
    .select(['id', 'runId'])
    .where('replayId', '=', p('replayId'))
    .where('verdict', 'is', null)
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

/** Reads one run after the other; requests of others are served in between. */
async function readNext(scope: Scope, replayId: number, openAt: OpenValuesAt): Promise<Next[]> {
  const next: Next[] = []
  let bytes = 0
  for (const { id, runId } of await scope.db.run(nextRuns, { replayId, limit: step.runs })) {
    await new Promise(setImmediate)
    const past = await readPastRun(scope, runId, openAt)
    next.push({ id, past })
    bytes += JSON.stringify(past?.recording.answers ?? []).length
    if (bytes > step.bytes) break
  }
  return next
}

const contentOf = hot<{ id: number }>()((db, p) =>
  db.select('flow_replays').select('content').where('id', '=', p('id')),
)

async function replayInWorker(scope: Scope, row: ReplayRow, runs: Found[]): Promise<ReplayTaskOutput> {
  const content = (await scope.db.first(contentOf, { id: row.id }))?.content ?? ''
  const past = JSON.stringify(runs.map(({ past }) => past))
  const options = { requestsSucceed: row.requestsSucceed === 1, stopWords: await stopWordsOf(scope) }
  const task = `{"content":${content},"past":${past},${JSON.stringify(options).slice(1)}`
  return scope.ports.parsers.run(scope.companyId, 'flow.replay', { bytes: new TextEncoder().encode(task) })
}

const storeResult = hot<{
  id: number
  verdict: ReplayTaskOutput['comparisons'][number]['verdict']
  end: ReplayTaskOutput['comparisons'][number]['ending']['end']
  nodeId: string | null
  partedAt: string | null
  misunderstood: string
}>()((db, p) =>
  db
    .update('flow_replay_runs')
    .set({ verdict: p('verdict'), end: p('end'), nodeId: p('nodeId') })
    .set({ partedAt: p('partedAt'), misunderstood: p('misunderstood') })
    .where('id', '=', p('id')),
)

/** Stores the results of a step; false when the replay was cancelled or deleted in the meantime. */
const storeStep = (outer: Scope, replayId: number, next: Next[], { comparisons, counts }: ReplayTaskOutput) =>
  outer.transaction(async (scope) => {
    if (!(await isRunning(scope, replayId))) return false
    let at = 0
    for (const { id, past } of next) {
      if (past) await storeComparison(scope, id, comparisons[at++])
      else await scope.db.delete('flow_replay_runs').where('id', '=', id).execute()
    }
    const before = await getReplayRow(scope, replayId)
    const sum = addCounts(parseJson(before.counts) as ReplayCounts, counts)
    await scope.db
      .update('flow_replays')
      .set({ counts: JSON.stringify(sum) })
      .where('id', '=', replayId)
      .execute()
    publishReplay(scope, await getReplay(scope, replayId))
    return true
  })

async function storeComparison(
  scope: Scope,
  id: number,
  comparison: ReplayTaskOutput['comparisons'][number] | undefined,
) {
  if (!comparison) throw new Error('the worker left out a run')
  const { verdict, ending, partedAt, misunderstood } = comparison
  const { end, nodeId } = ending
  await scope.db.run(storeResult, { id, verdict, end, nodeId, partedAt, misunderstood: JSON.stringify(misunderstood) })
}

/** Ends a replay that runs; returns false, because it does not go on. */
const endReplay = (outer: Scope, id: number, status: 'done' | 'failed') =>
  outer.transaction(async (scope) => {
    if (!(await isRunning(scope, id))) return false
    const change = { status, endedAt: new Date().toISOString() }
    await scope.db.update('flow_replays').set(change).where('id', '=', id).execute()
    publishReplay(scope, await getReplay(scope, id))
    return false
  })
