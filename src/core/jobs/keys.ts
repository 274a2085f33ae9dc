import { type RawBuilder, sql } from 'kysely'
import { inList, inTexts, type ListParameter, listOf, recordRows, recordsOf } from '../storage/expressions'
import { hot, type TenantDb } from '../storage/tenant'
import type { Jobs } from './job'
import { promoteNext, promoteNextOf } from './lanes'

interface Keyed {
  name: string
  key: string
}

const deleteIdle = hot<Keyed>()((db, p) =>
  db
    .delete('jobs')
    .where(sql<boolean>`"key" is not null and state in ('ready', 'waiting', 'queued')`)
    .where('name', '=', p('name'))
    .where('key', '=', p('key'))
    .returning(['state', 'lane']),
)
const markRunning = hot<Keyed>()((db, p) =>
  db
    .update('jobs')
    .set({ superseded: 1 })
    .where('state', '=', sql.lit('running'))
    .where('name', '=', p('name'))
    .where('key', '=', p('key')),
)
const supersededOf = hot<{ ids: ListParameter }>()((db, p) =>
  db
    .select('jobs')
    .select('id')
    .where('id', 'in', inList(p('ids')))
    .where('superseded', '=', 1),
)

const idleByKey = hot<Keyed>()((db, p) =>
  db
    .select('jobs')
    .select('id')
    .where(sql<boolean>`"key" is not null and state in ('ready', 'waiting', 'queued')`)
    .where('name', '=', p('name'))
    .where('key', '=', p('key')),
)
const runningByKey = hot<Keyed>()((db, p) =>
  db
    .select('jobs')
    .select('id')
    .where('state', '=', sql.lit('running'))
    .where('name', '=', p('name'))
    .where('key', '=', p('key')),
)

/** True while a job of the key waits or runs. */
export const isKeyQueued = async (db: TenantDb, name: keyof Jobs, key: string) =>
  (await db.first(idleByKey, { name, key })) !== undefined ||
  (await db.first(runningByKey, { name, key })) !== undefined

/**
 * True for rows of a query whose job of this name waits, runs, or was parked at the time in the column `since` or later.
 * Its key is the id of the row. For queries that enqueue a job per row: another one would begin the attempts again.
 */
export function hasJobSince(name: keyof Jobs, table: string, since: string): RawBuilder<boolean> {
  const ref = (column: string) => sql.ref(`${table}.${column}`)
  const ofRow = sql`jobs."companyId" = ${ref('companyId')} and jobs.name = ${sql.lit(name)}
    and jobs."key" = cast(${ref('id')} as text)`
  return sql`(exists (select 1 from jobs where ${ofRow} and jobs."key" is not null
      and jobs.state in ('ready', 'waiting', 'queued'))
    or exists (select 1 from jobs where ${ofRow} and jobs.state = 'running')
    or exists (select 1 from jobs where ${ofRow} and jobs."failedAt" >= ${ref(since)}))`
}

interface Waiting extends Keyed {
  lane: string
  groupKey: string
  waitsFor: string
  payload: string
  runAt: string
}
const replaceWaiting = hot<Waiting>()((db, p) =>
  db
    .update('jobs')
    .set({ payload: p('payload'), runAt: p('runAt'), attempts: 0, interrupted: 0, lastError: null })
    .where(sql<boolean>`"key" is not null and state in ('ready', 'waiting', 'queued')`)
    .where('name', '=', p('name'))
    .where('key', '=', p('key'))
    .where('lane', '=', p('lane'))
    .where('waitsFor', '=', p('waitsFor'))
    .where('groupKey', '=', p('groupKey'))
    .returning('id'),
)

/**
 * Replaces the job of the key in its row if it waits for the same event in the same lane. Returns true when there was
 * one.
 */
export const replaceWaitingJob = async (db: TenantDb, job: Waiting) =>
  (await db.first(replaceWaiting, job)) !== undefined

/** Deletes the job of the key unless it runs. Marks a running one, so that it is not retried. */
export async function supersedeJob(db: TenantDb, name: string, key: string, now: string) {
  const deletedJob = await db.first(deleteIdle, { name, key })
  if (deletedJob && deletedJob.lane !== null && deletedJob.state !== 'queued')
    await promoteNext(db, deletedJob.lane, now)
  await db.run(markRunning, { name, key })
}

const deleteAllIdle = hot<{ name: string; keys: ListParameter }>()((db, p) =>
  db
    .delete('jobs')
    .where(sql<boolean>`"key" is not null and state in ('ready', 'waiting', 'queued')`)
    .where('name', '=', p('name'))
    .where('key', 'in', inTexts(p('keys')))
    .returning(['state', 'lane']),
)
const markAllRunning = hot<{ name: string; keys: ListParameter }>()((db, p) =>
  db
    .update('jobs')
    .set({ superseded: 1 })
    .where('state', '=', sql.lit('running'))
    .where('name', '=', p('name'))
    .where('key', 'in', inTexts(p('keys'))),
)

/** As `supersedeJob` for several keys. */
export async function supersedeJobs(db: TenantDb, name: string, keys: string[], now: string) {
  const named = { name, keys: listOf(keys) }
  const deletedJobs = await db.run(deleteAllIdle, named)
  const lanes = deletedJobs.flatMap(({ lane, state }) => (lane === null || state === 'queued' ? [] : lane))
  await promoteNextOf(db, lanes, now)
  await db.run(markAllRunning, named)
}

const replaceAllWaiting = hot<{
  name: string
  rows: ListParameter
  groupKey: string
  waitsFor: string
  runAt: string
}>()((db, p) =>
  db
    .update('jobs')
    .from(recordRows(p('rows'), { key: 'text', lane: 'text', payload: 'text' }).as('given'))
    .set(({ ref }) => ({ payload: ref('given.payload'), runAt: p('runAt') }))
    .set({ attempts: 0, interrupted: 0, lastError: null })
    .where(sql<boolean>`jobs."key" is not null and jobs.state in ('ready', 'waiting', 'queued')`)
    .where('jobs.name', '=', p('name'))
    .whereRef('jobs.key', '=', 'given.key')
    .whereRef('jobs.lane', '=', 'given.lane')
    .where('jobs.waitsFor', '=', p('waitsFor'))
    .where('jobs.groupKey', '=', p('groupKey'))
    .returning('jobs.key'),
)

/** As `replaceWaitingJob` for several keys; returns the keys that had one. */
export async function replaceWaitingJobs(
  db: TenantDb,
  jobs: { key: string; lane: string; payload: string }[],
  shared: { name: string; groupKey: string; waitsFor: string; runAt: string },
): Promise<Set<string | null>> {
  const replaced = await db.run(replaceAllWaiting, { rows: recordsOf(jobs), ...shared })
  return new Set(replaced.map(({ key }) => key))
}

/** Returns the ids of jobs whose key was enqueued again or cancelled during the run: the run is the job's last. */
export async function findSuperseded(db: TenantDb, jobs: readonly { id: number; key: string | null }[]) {
  const ids = jobs.filter(({ key }) => key !== null).map(({ id }) => id)
  if (ids.length === 0) return new Set<number>()
  return new Set((await db.run(supersededOf, { ids: listOf(ids) })).map(({ id }) => id))
}
