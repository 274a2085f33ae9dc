import { sql } from 'kysely'
import { nextLoopTurn } from '../process/work-slices'
import type { Handle, Store } from '../storage/db'
import { inList, type ListParameter, listOf } from '../storage/expressions'
import { runsAtEndedNode } from '../storage/living-nodes'
import { prepare } from '../storage/prepared'
import type { CompanyId } from '../storage/schema'
import type { JobState } from '../storage/tables/records'
import { hot, TenantDb } from '../storage/tenant'
import { aloneEvent } from './alone'
import { becomeReady, releasePlace } from './groups'
import { promoteNext } from './lanes'
import { parkStalled, type StalledJob } from './stalled'

/** Number of rows released per transaction. */
const batchSize = 200
/** Age in ms of a claim whose job does not run: the answer to the claim was lost. */
const orphanMs = 60_000

const waitingFor = prepare<{ event: string; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['id', 'companyId'])
    .where('waitsFor', '=', p('event'))
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('limit')),
)
const waitingJob = hot<{ id: number; event: string }>()((db, p) =>
  db
    .select('jobs')
    .select(['name', 'groupKey', 'runAt', 'state'])
    .where('id', '=', p('id'))
    .where('waitsFor', '=', p('event')),
)
const endWaiting = hot<{ id: number }>()((db, p) =>
  db
    .update('jobs')
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
    .select('companyId')
    .distinct()
    .where('state', '=', sql.lit('running'))
    .where(runsAtEndedNode(p('node'))),
)
const endedRuns = hot<{ node: string }>()((db, p) =>
  db
    .select('jobs')
    .select(['id', 'name', 'groupKey', 'lane', 'superseded', 'interrupted', 'runAt'])
    .where('state', '=', sql.lit('running'))
    .where(runsAtEndedNode(p('node')))
    .orderBy('id'),
)
const endRun = hot<{ id: number; state: JobState; waitsFor: string | null; runAt: string }>()((db, p) =>
  db
    .update('jobs')
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
const runningHere = prepare<{ node: string; before: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['id', 'companyId', 'name', 'groupKey', 'lockedAt'])
    .where('state', '=', sql.lit('running'))
    .where('node', '=', p('node'))
    .where('lockedAt', '<', p('before')),
)
const undoClaim = hot<{ id: number; node: string; lockedAt: string }>()((db, p) =>
  db
    .update('jobs')
    .set(({ eb }) => ({ state: 'ready', lockedAt: null, node: null, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', p('id'))
    .where('state', '=', sql.lit('running'))
    .where('node', '=', p('node'))
    .where('lockedAt', '=', p('lockedAt')),
)
const companiesOf = prepare<{ ids: ListParameter }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['id', 'companyId'])
    .where('id', 'in', inList(p('ids'))),
)
const stateOf = prepare<{ id: number }>()((db, p) => db.selectFrom('jobs').select('state').where('id', '=', p('id')))
const deleteById = hot<{ id: number }>()((db, p) => db.delete('jobs').where('id', '=', p('id')))

/** Makes the jobs that wait for the event due, oldest first, in steps. Calls `onStep` after each stored step. */
export async function releaseWaiting(store: Store, event: string, onStep: () => void) {
  for (let after: number | undefined = 0; after !== undefined; onStep())
    after = await releaseStep(store, event, after as number)
}

/** Releases one step. Returns its last id, or undefined when no job is left. */
async function releaseStep(store: Store, event: string, after: number): Promise<number | undefined> {
  const step = { event, after, limit: batchSize }
  if (store.read.engine.name === 'sqlite') return store.write((tx) => releaseInOneUnit(store, tx, step))
  const rows = await waitingFor.all(store.read, step)
  for (const [companyId, own] of byCompany(rows))
    await store.write((tx) => endWaits(TenantDb.of(store, companyId, tx), own, event), companyId)
  return lastOf(rows)
}

/** With one writer a unit may change rows of several companies; it sees the jobs of all units before it. */
async function releaseInOneUnit(store: Store, tx: Handle, step: { event: string; after: number; limit: number }) {
  const rows = await waitingFor.all(tx, step)
  for (const [companyId, own] of byCompany(rows)) await endWaits(TenantDb.of(store, companyId, tx), own, step.event)
  return lastOf(rows)
}

const lastOf = (rows: readonly { id: number }[]) => (rows.length === batchSize ? rows.at(-1)?.id : undefined)

/** Rows of each company. On a server each gets a transaction of its own: one of several companies may wait for another. */
const byCompany = <R extends { companyId: number }>(rows: readonly R[]) =>
  Map.groupBy(rows, ({ companyId }) => companyId as CompanyId)

async function endWaits(db: TenantDb, rows: readonly { id: number }[], event: string) {
  const now = new Date().toISOString()
  for (const { id } of rows) {
    const job = await db.first(waitingJob, { id, event })
    if (!job) continue
    await db.run(endWaiting, { id })
    if (job.state === 'waiting') await becomeReady(db, job, now)
  }
}

/** True when a job waits for the event. */
export const isAwaited = async (handle: Handle, event: string): Promise<boolean> =>
  (await waitingFor.first(handle, { event, after: 0, limit: 1 })) !== undefined

/** True for a job that is ready or runs. */
export async function isActive(handle: Handle, jobId: number): Promise<boolean> {
  const state = (await stateOf.first(handle, { id: jobId }))?.state
  return state === 'ready' || state === 'running'
}

/** Number of events read in one turn of the event loop: an installation may have thousands of numbers that are away. */
const eventsPerTurn = 100

/** Events with the prefix that jobs wait for, in ascending order of their bytes; one query per event. */
export async function awaitedEvents(handle: Handle, prefix: string): Promise<string[]> {
  const events: string[] = []
  for (let event = prefix; ; events.push(event)) {
    const row = await nextEvent.first(handle, { event })
    if (!row?.waitsFor?.startsWith(prefix)) return events
    event = row.waitsFor
    if (events.length % eventsPerTurn === eventsPerTurn - 1) await nextLoopTurn()
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
 * Releases the running jobs of nodes that have ended and counts them as interrupted, each company in a transaction of its
 * own. Returns the jobs that were parked.
 */
export async function releaseInterrupted(
  store: Store,
  releaser: Releaser,
  stalled: StalledJobs,
): Promise<StalledJob[]> {
  const parked: StalledJob[] = []
  for (const [companyId, jobs] of byCompany(await companiesOf.all(store.read, { ids: listOf(stalled.culprits) })))
    parked.push(
      ...(await store.write((tx) => parkStalled(TenantDb.of(store, companyId, tx), jobs.map(idOf)), companyId)),
    )
  for (const [companyId] of byCompany(await companiesWithRuns(store.read, releaser.node)))
    await store.write((tx) => releaseRuns(TenantDb.of(store, companyId, tx), releaser, stalled), companyId)
  return parked
}

const idOf = ({ id }: { id: number }) => id

async function companiesWithRuns(handle: Handle, node: string) {
  return (await runningElsewhere.all(handle, { node })) as { companyId: CompanyId }[]
}

async function releaseRuns(db: TenantDb, { node, limitOf }: Releaser, { suspects }: StalledJobs) {
  const now = new Date().toISOString()
  const isSuspect = (id: number) => suspects === 'all' || suspects.includes(id)
  for (const job of await db.run(endedRuns, { node })) {
    const { id, lane, name, groupKey } = job
    const runAt = delayedRun(job, limitOf(name))
    if (job.superseded === 1) await db.run(deleteById, { id })
    else if (isSuspect(id)) await db.run(endRun, { id, runAt, state: 'waiting', waitsFor: aloneEvent(id) })
    else await db.run(endRun, { id, runAt, state: 'ready', waitsFor: null })
    if (job.superseded === 1 && lane !== null) await promoteNext(db, lane, now)
    await releasePlace(db, { name, groupKey }, now)
  }
}

/**
 * Releases jobs of this node that it does not run: the answer to the claim was lost, and the claim was stored.
 * @param isRunning true for a job that this process runs
 */
export async function releaseOrphans(store: Store, node: string, isRunning: (id: number) => boolean) {
  const before = new Date(Date.now() - orphanMs).toISOString()
  const orphans = (await runningHere.all(store.read, { node, before })).filter(({ id }) => !isRunning(id))
  for (const [companyId, jobs] of byCompany(orphans))
    await store.write(async (tx) => {
      const db = TenantDb.of(store, companyId, tx)
      const now = new Date().toISOString()
      for (const { id, name, groupKey, lockedAt } of jobs) {
        await db.run(undoClaim, { id, node, lockedAt: lockedAt as string })
        await releasePlace(db, { name, groupKey }, now)
      }
    }, companyId)
}

/** Longest delay in seconds of a job that was often interrupted. */
const maxDelay = 3600

/** Time of the next run: at once up to the limit of interruptions, then after a second, two, four, up to an hour. */
function delayedRun({ interrupted, runAt }: { interrupted: number; runAt: string }, limit: number): string {
  const beyond = interrupted + 1 - limit
  if (beyond < 0) return runAt
  return new Date(Date.now() + Math.min(2 ** beyond, maxDelay) * 1000).toISOString()
}
