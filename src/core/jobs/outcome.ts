import { sql } from 'kysely'
import type { Store } from '../storage/db'
import { hot, TenantDb } from '../storage/tenant'
import type { ClaimedJob } from './claim'
import { releasePlace } from './groups'
import { isSuperseded } from './keys'
import { hasHead, promoteNext } from './lanes'

/** Outcome of one run of a job. */
export type Outcome =
  | { is: 'done' }
  /** The job waits for the event; the run does not count as an attempt. */
  | { is: 'waiting'; event: string }
  /** The job runs again at `runAt`. */
  | { is: 'later'; runAt: string; attempts: number; error?: string }
  | { is: 'parked'; error: string }

type Own = { id: number; node: string }

const deleteJob = hot<Own>()((db, p) =>
  db
    .delete('jobs')
    .where('id', '=', p('id'))
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

/**
 * Stores the outcome of a run, frees its place and, when the job leaves its lane, makes the next one the head. A row that
 * was deleted meanwhile, or that another node runs by now, is not changed. Returns the stored outcome: `done` for a job
 * whose key was enqueued again or cancelled, whatever the run's outcome.
 */
export function storeOutcome(store: Store, job: ClaimedJob, node: string, wanted: Outcome): Promise<Outcome> {
  return store.write(async (tx) => {
    const db = TenantDb.of(store, job.companyId, tx)
    const now = new Date().toISOString()
    const outcome: Outcome = (await isSuperseded(db, job)) ? { is: 'done' } : wanted
    const changed = await change(db, job, node, outcome, now)
    if (job.lane !== null && (changed ? leavesLane(outcome) : !(await hasHead(db, job.lane))))
      await promoteNext(db, job.lane, now)
    await releasePlace(db, job, now)
    return outcome
  })
}

const leavesLane = ({ is }: Outcome) => is === 'done' || is === 'parked'

function change(db: TenantDb, { id, attempts }: ClaimedJob, node: string, outcome: Outcome, now: string) {
  const own = { id, node }
  if (outcome.is === 'done') return db.first(deleteJob, own)
  if (outcome.is === 'parked') return db.first(park, { ...own, now, error: outcome.error })
  if (outcome.is === 'waiting') return db.first(setAside, { ...own, event: outcome.event, attempts: attempts - 1 })
  const { runAt, error = null } = outcome
  return db.first(tryLater, { ...own, runAt, attempts: outcome.attempts, error })
}
