import { sql } from 'kysely'
import { inList, type ListParameter, listOf } from '../storage/expressions'
import { hot, type TenantDb } from '../storage/tenant'
import type { ClaimedJob } from './claimant'
import { releasePlaces } from './groups'
import { findSuperseded } from './keys'
import { hasHead, promoteFirsts } from './lanes'

/** Outcome of one run of a job. */
export type Outcome =
  | { is: 'done' }
  /** The job waits for the event; the run does not count as an attempt. */
  | { is: 'waiting'; event: string }
  /** The job runs again at `runAt`. */
  | { is: 'later'; runAt: string; attempts: number; error?: string }
  | { is: 'parked'; error: string }

type Own = { id: number; node: string }

const deleteJobs = hot<{ ids: ListParameter; node: string }>()((db, p) =>
  db
    .delete('jobs')
    .where('id', 'in', inList(p('ids')))
    .where('state', '=', sql.lit('running'))
    .where('node', '=', p('node'))
    .returning('id'),
)
const setAside = hot<Own & { event: string; attempts: number }>()((db, p) =>
  db
    .update('jobs')
    .set({ state: 'waiting', waitsFor: p('event'), attempts: p('attempts'), lockedAt: null, node: null })
    .where('id', '=', p('id'))
    .where('state', '=', sql.lit('running'))
    .where('node', '=', p('node'))
    .returning('id'),
)
const tryLater = hot<Own & { runAt: string; attempts: number; error: string | null }>()((db, p) =>
  db
    .update('jobs')
    .set(({ fn, val, ref }) => ({ lastError: fn.coalesce(val(p('error')), ref('lastError')) }))
    .set({ state: 'ready', runAt: p('runAt'), attempts: p('attempts'), lockedAt: null, node: null })
    .where('id', '=', p('id'))
    .where('state', '=', sql.lit('running'))
    .where('node', '=', p('node'))
    .returning('id'),
)
const park = hot<Own & { now: string; error: string }>()((db, p) =>
  db
    .update('jobs')
    .set({ state: 'failed', failedAt: p('now'), lastError: p('error'), lockedAt: null, node: null })
    .where('id', '=', p('id'))
    .where('state', '=', sql.lit('running'))
    .where('node', '=', p('node'))
    .returning('id'),
)

/** A run that has ended. */
export interface Ended {
  job: ClaimedJob
  outcome: Outcome
}

/**
 * Stores the outcomes of runs of one company, frees their places and makes the next job of each lane that a job leaves
 * its head: five statements for any number of done jobs of one group. A row that was deleted meanwhile, or that another
 * node runs by now, is not changed. Returns the stored outcomes: `done` for a job whose key was enqueued again or
 * cancelled, whatever the run's outcome. Call within a transaction.
 */
export async function storeOutcomes(db: TenantDb, runs: readonly Ended[], node: string): Promise<Outcome[]> {
  const now = new Date().toISOString()
  const jobs = runs.map(({ job }) => job)
  const superseded = await findSuperseded(db, jobs)
  const ended = runs.map(
    ({ job, outcome }): Ended => ({
      job,
      outcome: superseded.has(job.id) ? { is: 'done' } : outcome,
    }),
  )
  const changed = await changeAll(db, ended, node, now)
  const promoted = await promoteFirsts(db, await lanesLeft(db, ended, changed))
  await releasePlaces(db, [...jobs, ...promoted], now)
  return ended.map(({ outcome }) => outcome)
}

/** Lanes without a head: those that a job has left, and those of which the head is gone. */
async function lanesLeft(db: TenantDb, ended: readonly Ended[], changed: ReadonlySet<number>): Promise<string[]> {
  const lanes = new Set<string>()
  for (const { job, outcome } of ended) {
    const { id, lane } = job
    if (lane !== null && (changed.has(id) ? leavesLane(outcome) : !(await hasHead(db, lane)))) lanes.add(lane)
  }
  return [...lanes]
}

const leavesLane = ({ is }: Outcome) => is === 'done' || is === 'parked'

/** Returns the ids of the changed rows. */
async function changeAll(db: TenantDb, ended: readonly Ended[], node: string, now: string): Promise<Set<number>> {
  const done = ended.filter(({ outcome }) => outcome.is === 'done').map(({ job }) => job.id)
  const deleted = done.length > 0 ? await db.run(deleteJobs, { ids: listOf(done), node }) : []
  const changed = new Set(deleted.map(({ id }) => id))
  for (const { job, outcome } of ended)
    if (outcome.is !== 'done' && (await change(db, job, outcome, { node, now }))) changed.add(job.id)
  return changed
}

type Unfinished = Exclude<Outcome, { is: 'done' }>

function change(
  db: TenantDb,
  { id, attempts }: ClaimedJob,
  outcome: Unfinished,
  { node, now }: { node: string; now: string },
) {
  const own = { id, node }
  if (outcome.is === 'parked') return db.first(park, { ...own, now, error: outcome.error })
  if (outcome.is === 'waiting') return db.first(setAside, { ...own, event: outcome.event, attempts: attempts - 1 })
  const { runAt, error = null } = outcome
  return db.first(tryLater, { ...own, runAt, attempts: outcome.attempts, error })
}
