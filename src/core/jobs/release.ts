import { sql } from 'kysely'
import type { Handle, Store } from '../storage/db'
import { prepare } from '../storage/prepared'
import type { CompanyId } from '../storage/schema'
import type { JobState } from '../storage/tables/records'
import { TenantDb } from '../storage/tenant'
import { aloneEvent } from './alone'
import { becomeReady, releasePlace } from './groups'
import { promoteNext } from './lanes'
import { parkStalled, type StalledJob } from './stalled'

/** Number of rows released per transaction. */
const batchSize = 200

const waitingFor = prepare<{ event: string; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['id', 'companyId', 'name', 'groupKey', 'runAt', 'state'])
    .where('waitsFor', '=', p('event'))
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('limit')),
)
const endWaiting = prepare<{ id: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({
      waitsFor: null,
      state: eb
        .case()
        .when('state', '=', sql.lit('waiting'))
        .then(sql.lit('ready'))
        .else(eb.ref('state'))
        .end() as never,
    }))
    .where('id', '=', p('id')),
)
const nextEvent = prepare<{ event: string }>()((db, p) =>
  db.selectFrom('jobs').select('waitsFor').where('waitsFor', '>', p('event')).orderBy('waitsFor').limit(1),
)
const runningElsewhere = prepare<{ node: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['id', 'companyId', 'name', 'groupKey', 'lane', 'superseded', 'interrupted', 'runAt'])
    .where('state', '=', sql.lit('running'))
    .where('node', 'is not', p('node')),
)
const endRun = prepare<{ id: number; state: JobState; waitsFor: string | null; runAt: string }>()((db, p) =>
  db
    .updateTable('jobs')
    .set(({ eb }) => ({
      state: p('state'),
      waitsFor: p('waitsFor'),
      runAt: p('runAt'),
      lockedAt: null,
      node: null,
      attempts: eb('attempts', '-', 1),
      interrupted: eb('interrupted', '+', 1),
    }))
    .where('id', '=', p('id')),
)

const stateOf = prepare<{ id: number }>()((db, p) => db.selectFrom('jobs').select('state').where('id', '=', p('id')))
const deleteById = prepare<{ id: number }>()((db, p) => db.deleteFrom('jobs').where('id', '=', p('id')))

/** Makes the jobs that wait for the event due, oldest first, in steps. Calls `onStep` after each stored step. */
export async function releaseWaiting(store: Store, event: string, onStep: () => void) {
  for (let after: number | undefined = 0; after !== undefined; onStep())
    after = await store.write((tx) => releaseStep(store, tx, event, after as number))
}

/** Releases one step. Returns its last id, or undefined when no job is left. */
async function releaseStep(store: Store, tx: Handle, event: string, after: number): Promise<number | undefined> {
  const now = new Date().toISOString()
  const rows = await waitingFor.all(tx, { event, after, limit: batchSize })
  for (const { id, companyId, state, ...job } of rows) {
    await endWaiting.all(tx, { id })
    if (state === 'waiting') await becomeReady(TenantDb.of(store, companyId as CompanyId, tx), job, now)
  }
  return rows.length === batchSize ? rows.at(-1)?.id : undefined
}

/** True when a job waits for the event. */
export const isAwaited = async (handle: Handle, event: string): Promise<boolean> =>
  (await waitingFor.first(handle, { event, after: 0, limit: 1 })) !== undefined

/** True for a job that is ready or runs. */
export async function isActive(handle: Handle, jobId: number): Promise<boolean> {
  const state = (await stateOf.first(handle, { id: jobId }))?.state
  return state === 'ready' || state === 'running'
}

/** Events that jobs wait for, in ascending order; one query per event. */
export async function awaitedEvents(handle: Handle): Promise<string[]> {
  const events: string[] = []
  for (let event = ''; ; events.push(event)) {
    const row = await nextEvent.first(handle, { event })
    if (!row?.waitsFor) return events
    event = row.waitsFor
  }
}

/** Ids of jobs of which the last process stood still when it ended (ADR 0096). */
export interface StalledJobs {
  /** Parked. */
  culprits: number[]
  /** Run one at a time; `all`: each job that was running. */
  suspects: number[] | 'all'
}

/** The process that releases, and the number of interruptions after which a job of the name is delayed. */
interface Releaser {
  node: string
  limitOf(name: string): number
}

/**
 * Releases the running jobs of other nodes and counts them as interrupted. With SQLite one process serves a directory
 * (core/storage/lock.ts), so every other node has ended. With an engine that several processes share, only a node whose
 * lease has expired has ended. Returns the jobs that were parked.
 */
export function releaseInterrupted(
  store: Store,
  { node, limitOf }: Releaser,
  stalled: StalledJobs,
): Promise<StalledJob[]> {
  return store.write(async (tx) => {
    const now = new Date().toISOString()
    const parked = await parkStalled(store, tx, stalled.culprits, now)
    const isSuspect = (id: number) => stalled.suspects === 'all' || stalled.suspects.includes(id)
    for (const job of await runningElsewhere.all(tx, { node })) {
      const { id, companyId, lane, name, groupKey } = job
      const db = TenantDb.of(store, companyId as CompanyId, tx)
      const runAt = delayedRun(job, limitOf(name))
      if (job.superseded === 1) await deleteById.all(tx, { id })
      else if (isSuspect(id)) await endRun.all(tx, { id, runAt, state: 'waiting', waitsFor: aloneEvent(id) })
      else await endRun.all(tx, { id, runAt, state: 'ready', waitsFor: null })
      if (job.superseded === 1 && lane !== null) await promoteNext(db, lane, now)
      await releasePlace(db, { name, groupKey }, now)
    }
    return parked
  })
}

/** Longest delay in seconds of a job that was often interrupted. */
const maxDelay = 3600

/** Time of the next run: at once up to the limit of interruptions, then after a second, two, four, up to an hour. */
function delayedRun({ interrupted, runAt }: { interrupted: number; runAt: string }, limit: number): string {
  const beyond = interrupted + 1 - limit
  if (beyond < 0) return runAt
  return new Date(Date.now() + Math.min(2 ** beyond, maxDelay) * 1000).toISOString()
}
