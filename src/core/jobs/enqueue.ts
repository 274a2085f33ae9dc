import type { JobState } from '../storage/tables/records'
import { hot, type TenantDb } from '../storage/tenant'
import { becomeReady } from './groups'
import type { JobOptions, Jobs } from './job'
import { replaceWaitingJob, supersedeJob } from './keys'
import { replaceHead, replacesHead, stateInLane } from './lanes'

interface NewJob {
  name: string
  payload: string
  lane: string | null
  groupKey: string
  key: string | null
  runAt: string
  waitsFor: string | null
}
const insertJob = hot<NewJob & { state: JobState; now: string }>()((db, p) =>
  db
    .insert('jobs', {
      name: p('name'),
      payload: p('payload'),
      lane: p('lane'),
      groupKey: p('groupKey'),
      key: p('key'),
      runAt: p('runAt'),
      waitsFor: p('waitsFor'),
      state: stateInLane(db, p('lane'), p('state')) as never,
      createdAt: p('now'),
      lockedAt: null,
      failedAt: null,
      lastError: null,
    })
    .returning(['id', 'state'])
    .returning(replacesHead(db, p('lane'), { runAt: p('runAt'), now: p('now') }).as('replaces')),
)

/** Lane of a key's job that is enqueued without one; null without a key. */
export const ownLane = (name: string, key: string | null) => (key === null ? null : `key:${name}/${key}`)

/** Inserts the job in the transaction of the given handle, so that it is stored together with the caller's rows. */
export async function enqueue(db: TenantDb, name: keyof Jobs, payload: unknown, options: JobOptions = {}) {
  const { key = null, isNewKey = false, runAt, group = '', waitsFor = null } = options
  const { lane = ownLane(name, key) } = options
  const now = new Date().toISOString()
  const state: JobState = waitsFor === null ? 'ready' : 'waiting'
  const payloadText = JSON.stringify(payload)
  const job = { name, payload: payloadText, lane, groupKey: group, key, runAt: runAt?.toISOString() ?? now, waitsFor }
  if (key !== null && !isNewKey) {
    if (await replaceInPlace(db, { ...job, key })) return
    await supersedeJob(db, name, key, now)
  }
  const stored = await db.first(insertJob, { ...job, state, now })
  const replaces = stored?.replaces === 1 && lane !== null && (await replaceHead(db, lane, { id: stored.id, waitsFor }))
  const isHead = stored?.state !== 'queued' || replaces
  if (isHead && state === 'ready') await becomeReady(db, job, now)
}

/** Replaces a job that waits for the same event, in one statement. Returns false when there is none. */
const replaceInPlace = async (db: TenantDb, { lane, waitsFor, ...job }: NewJob & { key: string }) =>
  lane !== null && waitsFor !== null && (await replaceWaitingJob(db, { ...job, lane, waitsFor }))

/** Removes the job of the key. A run in progress ends and is not retried. Call within a transaction. */
export const cancelJob = (db: TenantDb, name: keyof Jobs, key: string) =>
  supersedeJob(db, name, key, new Date().toISOString())
