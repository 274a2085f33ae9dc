import { sql } from 'kysely'
import type { Handle } from '../storage/db'
import { prepare } from '../storage/prepared'
import type { CompanyId } from '../storage/schema'
import { hot, type TenantDb } from '../storage/tenant'
import { releasePlace } from './groups'
import { promoteNext } from './lanes'

/** `lastError` of a job that was parked because the process stood still during it. */
export const stalledError = 'the process stood still during this job and was ended'

/** A job that was parked because the process stood still during it. */
export interface StalledJob {
  id: number
  companyId: CompanyId
  name: string
  payload: string
  failedAt: string
}

const notParked = hot<{ id: number }>()((db, p) =>
  db
    .select('jobs')
    .select(['id', 'name', 'payload', 'groupKey', 'lane', 'state'])
    .where('id', '=', p('id'))
    .where('state', '<>', sql.lit('failed'))
    .where('superseded', '=', 0),
)
const park = hot<{ id: number; now: string; error: string }>()((db, p) =>
  db
    .update('jobs')
    .set({ state: 'failed', failedAt: p('now'), lastError: p('error'), lockedAt: null, node: null, waitsFor: null })
    .where('id', '=', p('id')),
)
const parkedSince = prepare<{ since: string; error: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select(['id', 'companyId', 'name', 'payload', 'failedAt'])
    .where('failedAt', '>=', p('since'))
    .where('lastError', '=', p('error'))
    .orderBy('failedAt', 'desc'),
)

/** Parks jobs of the company, whatever their state, and makes the next ones of their lanes due. Call within a transaction. */
export async function parkStalled(db: TenantDb, ids: number[]): Promise<StalledJob[]> {
  const now = new Date().toISOString()
  const parked: StalledJob[] = []
  for (const id of ids) {
    const job = await db.first(notParked, { id })
    if (!job) continue
    const { name, payload, groupKey, lane, state } = job
    await db.run(park, { id, now, error: stalledError })
    if (lane !== null && state !== 'queued') await promoteNext(db, lane, now)
    await releasePlace(db, { name, groupKey }, now)
    parked.push({ id, companyId: db.companyId, name, payload, failedAt: now })
  }
  return parked
}

/** Jobs that were parked since the time because the process stood still during them, newest first. */
export const listStalled = async (handle: Handle, since: string): Promise<StalledJob[]> =>
  (await parkedSince.all(handle, { since, error: stalledError })) as StalledJob[]
