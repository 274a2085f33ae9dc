import { type RawBuilder, sql } from 'kysely'
import { inTexts, type ListParameter, listOf, recordRows, recordsOf } from '../storage/expressions'
import type { JobState } from '../storage/tables/records'
import { hot, type Tables, type TenantDb } from '../storage/tenant'
import { becomeReady, type Group, releasePlaces } from './groups'

/** Heads of lanes: the job that may run or runs. A unique index allows one per lane. */
const heads = (db: Tables) =>
  db.select('jobs').where(sql<boolean>`lane is not null and state in ('ready', 'waiting', 'running')`)

const headOf = hot<{ lane: string }>()((db, p) => heads(db).select('id').where('lane', '=', p('lane')))
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

/** State of a new job: behind the head of its lane, if there is one, else `state`. */
export const stateInLane = (db: Tables, lane: string | null, state: JobState): RawBuilder<JobState> =>
  sql<JobState>`case when exists ${heads(db).select('id').where('lane', '=', lane)} then 'queued' else ${state} end`

/** 1 if the head of the lane is due after `now` and after `runAt`, and has not begun: the new job replaces it. */
export const replacesHead = (db: Tables, lane: string | null, { runAt, now }: { runAt: string; now: string }) =>
  db
    .select('jobs')
    .select(sql<1>`1`.as('replaces'))
    .where(sql<boolean>`lane is not null and state in ('ready', 'waiting', 'running')`)
    .where('lane', '=', lane)
    .where('state', '=', sql.lit('ready'))
    .where('runAt', '>', now)
    .where('runAt', '>', runAt)
    .where(({ eb }) => eb(eb('attempts', '+', eb.ref('interrupted')), '=', 0))

const queueHead = hot<{ id: number }>()((db, p) =>
  db
    .update('jobs')
    .set({ state: 'queued' })
    .where('id', '=', p('id'))
    .where('state', '<>', sql.lit('running'))
    .returning('id'),
)

/**
 * Makes a job that is queued behind a later head the head of its lane. Returns false when another process has claimed the
 * head meanwhile.
 */
export async function replaceHead(
  db: TenantDb,
  lane: string,
  { id, waitsFor }: { id: number; waitsFor: string | null },
): Promise<boolean> {
  const head = await db.first(headOf, { lane })
  if (head && !(await db.first(queueHead, { id: head.id }))) return false
  await db.run(setState, { id, state: waitsFor === null ? 'ready' : 'waiting' })
  return true
}

const lanesWithHead = hot<{ lanes: ListParameter }>()((db, p) =>
  heads(db)
    .select('lane')
    .where('lane', 'in', inTexts(p('lanes'))),
)

/** Returns those of the lanes that have a head. */
export async function findLanesWithHead(db: TenantDb, lanes: string[]): Promise<Set<string | null>> {
  return new Set((await db.run(lanesWithHead, { lanes: listOf(lanes) })).map(({ lane }) => lane))
}

/** As `promoteNext` for several lanes. */
export const promoteNextOf = async (db: TenantDb, lanes: string[], now: string) =>
  releasePlaces(db, await promoteFirsts(db, lanes), now)

export const hasHead = async (db: TenantDb, lane: string) => (await db.first(headOf, { lane })) !== undefined

/** Makes the oldest queued job of a lane its head. Call after the head has left the lane. */
export async function promoteNext(db: TenantDb, lane: string, now: string) {
  const next = await db.first(nextOf, { lane })
  if (!next) return
  await db.run(setState, { id: next.id, state: next.waitsFor === null ? 'ready' : 'waiting' })
  if (next.waitsFor === null) await becomeReady(db, next, now)
}

const promoteFirst = hot<{ lanes: ListParameter }>()((db, p) =>
  db
    .update('jobs')
    .set(({ eb, ref }) => ({
      state: eb.case().when(ref('waitsFor'), 'is', null).then(sql.lit('ready')).else(sql.lit('waiting')).end() as never,
    }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom(recordRows(p('lanes'), { lane: 'text' }).as('given')).select(
        db
          .select('jobs')
          .select('jobs.id')
          .where('jobs.state', '=', sql.lit('queued'))
          .where('jobs.lane', '=', sql.ref<string>('given.lane'))
          .orderBy('jobs.runAt')
          .orderBy('jobs.id')
          .limit(1)
          .as('id'),
      ),
    )
    .returning(['name', 'groupKey', 'waitsFor']),
)

/**
 * As `promoteNext` for several lanes, in one statement. Returns the groups that have a ready job more; the caller makes
 * them due.
 */
export async function promoteFirsts(db: TenantDb, lanes: readonly string[]): Promise<Group[]> {
  if (lanes.length === 0) return []
  const promoted = await db.run(promoteFirst, { lanes: recordsOf(lanes.map((lane) => ({ lane }))) })
  return promoted.filter(({ waitsFor }) => waitsFor === null)
}
