import { rowsInsert } from '../storage/rows-insert'
import type { JobState } from '../storage/tables/records'
import type { TenantDb } from '../storage/tenant'
import { enqueue, ownLane } from './enqueue'
import { becomeReady } from './groups'
import type { JobOptions, Jobs } from './job'
import { replaceWaitingJobs, supersedeJobs } from './keys'
import { findLanesWithHead } from './lanes'

/** A job of a list. */
export interface ListedJob<Payload = unknown> {
  payload: Payload
  key?: string
}

interface JobRow {
  name: keyof Jobs
  payload: string
  lane: string | null
  groupKey: string
  key: string | null
  runAt: string
  waitsFor: string | null
  state: JobState
  createdAt: string
}
type KeyedRow = JobRow & { key: string; lane: string }
const insertJobs = rowsInsert<JobRow, 'jobs'>('jobs', [
  ...(['name', 'payload', 'lane', 'groupKey', 'key', 'runAt', 'waitsFor', 'state', 'createdAt'] as const),
])

/**
 * As `enqueue` for several jobs of one name that may run at once, with a few statements for all. Their keys are
 * different; a job with a key has its own lane.
 */
export async function enqueueMany(
  db: TenantDb,
  name: keyof Jobs,
  jobs: readonly ListedJob[],
  { waitsFor = null, group = '' }: Pick<JobOptions, 'waitsFor' | 'group'> = {},
) {
  const now = new Date().toISOString()
  const state: JobState = waitsFor === null ? 'ready' : 'waiting'
  const shared = { name, groupKey: group, runAt: now, waitsFor, state, createdAt: now }
  const rows = jobs.map(({ payload, key = null }): JobRow => {
    return { ...shared, key, payload: JSON.stringify(payload), lane: ownLane(name, key) }
  })
  const keyed = rows.filter(isKeyed)
  const waiting = await replaceWaiting(db, keyed)
  const begun = await supersede(
    db,
    keyed.filter(({ key }) => !waiting.has(key)),
  )
  const inserted = rows.filter(({ key }) => key === null || !(waiting.has(key) || begun.has(key)))
  await insertJobs(db, inserted)
  if (inserted.length > 0 && state === 'ready') await becomeReady(db, shared, now)
  for (const { payload, key } of jobs)
    if (key && begun.has(key)) await enqueue(db, name, payload, { key, waitsFor, group })
}

const isKeyed = (row: JobRow): row is KeyedRow => row.key !== null

/** Replaces jobs that wait for the same event in their rows; returns their keys. */
async function replaceWaiting(db: TenantDb, rows: KeyedRow[]): Promise<Set<string | null>> {
  const [first] = rows
  if (!first || first.waitsFor === null) return new Set()
  return replaceWaitingJobs(db, rows, { ...first, waitsFor: first.waitsFor })
}

/** Supersedes the jobs of the keys; returns the keys whose lane still has a head, such as a job that runs. */
async function supersede(db: TenantDb, rows: KeyedRow[]): Promise<Set<string>> {
  const [first] = rows
  if (!first) return new Set()
  const keys = rows.map(({ key }) => key)
  await supersedeJobs(db, first.name, keys, first.runAt)
  const lanes = rows.map(({ lane }) => lane)
  const taken = await findLanesWithHead(db, lanes)
  return new Set(keys.filter((_, at) => taken.has(lanes[at] as string)))
}
