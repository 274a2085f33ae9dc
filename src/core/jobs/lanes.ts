import { sql } from 'kysely'
import { hot, type Tables, type TenantDb } from '../storage/tenant'
import { becomeReady } from './groups'

/** Heads of lanes: the job that may run or runs. A unique index allows one per lane. */
const heads = (db: Tables) =>
  db.select('jobs').where(sql<boolean>`lane is not null and state in ('ready', 'waiting', 'running')`)

const headOf = hot<{ lane: string }>()((db, p) =>
  heads(db).select(['id', 'state', 'runAt', 'attempts', 'interrupted']).where('lane', '=', p('lane')),
)
const nextOf = hot<{ lane: string }>()((db, p) =>
  db
    .select('jobs')
    .select(['id', 'name', 'groupKey', 'runAt', 'waitsFor'])
    .where('state', '=', sql.lit('queued'))
    .where('lane', '=', p('lane'))
    .orderBy('runAt')
    .orderBy('id')
    .limit(1),
)
const setState = hot<{ id: number; state: 'ready' | 'waiting' | 'queued' }>()((db, p) =>
  db
    .update('jobs')
    .set({ state: p('state') })
    .where('id', '=', p('id')),
)

/**
 * True when a new job due at `runAt` becomes the head of the lane. A head that is due later and has not begun is queued
 * behind it.
 */
export async function claimHead(db: TenantDb, lane: string, runAt: string, now: string): Promise<boolean> {
  const head = await db.first(headOf, { lane })
  if (!head) return true
  const hasBegun = head.state !== 'ready' || head.attempts + head.interrupted > 0
  if (hasBegun || head.runAt <= now || head.runAt <= runAt) return false
  await db.run(setState, { id: head.id, state: 'queued' })
  return true
}

export const hasHead = async (db: TenantDb, lane: string) => (await db.first(headOf, { lane })) !== undefined

/** Makes the oldest queued job of a lane its head. Call after the head has left the lane. */
export async function promoteNext(db: TenantDb, lane: string, now: string) {
  const next = await db.first(nextOf, { lane })
  if (!next) return
  await db.run(setState, { id: next.id, state: next.waitsFor === null ? 'ready' : 'waiting' })
  if (next.waitsFor === null) await becomeReady(db, next, now)
}
