import type { JobState } from '../storage/tables/records'
import { hot, type TenantDb } from '../storage/tenant'
import { becomeReady } from './groups'
import type { JobOptions, Jobs } from './job'
import { replaceWaitingJob, supersedeJob } from './keys'
import { claimHead } from './lanes'

interface NewJob {
  name: string
  payload: string
  lane: string | null
  groupKey: string
  key: string | null
  runAt: string
  waitsFor: string | null
}
const insertJob = hot<NewJob & { state: JobState }>()((db, p) =>
  db.insert('jobs', {
    name: p('name'),
    payload: p('payload'),
    lane: p('lane'),
    groupKey: p('groupKey'),
    key: p('key'),
    runAt: p('runAt'),
    waitsFor: p('waitsFor'),
    state: p('state'),
    lockedAt: null,
    failedAt: null,
    lastError: null,
  }),
)

/** Lane of a key's job that is enqueued without one; null without a key. */
export const ownLane = (name: string, key: string | null) => (key === null ? null : `key:${name}/${key}`)

/** Inserts the job in the transaction of the given handle, so that it is stored together with the caller's rows. */
export async function enqueue(db: TenantDb, name: keyof Jobs, payload: unknown, options: JobOptions = {}) {
  const { key = null, isNewKey = false, runAt, group = '', waitsFor = null } = options
  const { lane = ownLane(name, key) } = options
  const now = new Date().toISOString()
  const job = {
    name,
    payload: JSON.stringify(payload),
    lane,
    groupKey: group,
    key,
    runAt: runAt?.toISOString() ?? now,
    waitsFor,
    state: 'ready' as JobState,
  }
  if (key !== null && !isNewKey) {
    if (await replaceInPlace(db, { ...job, key })) return
    await supersedeJob(db, name, key, now)
  }
  const isHead = lane === null || (await claimHead(db, lane, job.runAt, now))
  if (!isHead) job.state = 'queued'
  else if (waitsFor !== null) job.state = 'waiting'
  await db.run(insertJob, job)
  if (job.state === 'ready') await becomeReady(db, job, now)
}

/** Replaces a job that waits for the same event, in one statement. Returns false when there is none. */
const replaceInPlace = async (db: TenantDb, { lane, waitsFor, ...job }: NewJob & { key: string }) =>
  lane !== null && waitsFor !== null && (await replaceWaitingJob(db, { ...job, lane, waitsFor }))

/** Removes the job of the key. A run in progress ends and is not retried. Call within a transaction. */
export const cancelJob = (db: TenantDb, name: keyof Jobs, key: string) =>
  supersedeJob(db, name, key, new Date().toISOString())
