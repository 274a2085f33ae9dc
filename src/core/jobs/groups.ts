import { sql } from 'kysely'
import { lockRows } from '../storage/lock-rows'
import { hot, type Tables, type TenantDb } from '../storage/tenant'
import type { ClaimedJob } from './claimant'

/** Group of jobs that share the places of a name: the company and, within it, `groupKey`. */
export interface Group {
  name: string
  groupKey: string
}

const insertReady = hot<Group & { readyAt: string }>()((db, p) =>
  db
    .insert('ready_groups', { name: p('name'), groupKey: p('groupKey'), readyAt: p('readyAt') })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'companyId', 'groupKey'])
        .doUpdateSet({ readyAt: sql`excluded."readyAt"` })
        .where(sql<boolean>`excluded."readyAt" < ready_groups."readyAt"`),
    ),
)
const oldestReady = hot<Group>()((db, p) => readyOf(db, p('name'), p('groupKey')).select(['id', 'runAt']).limit(1))
const claimOldest = hot<Group & { limit: number; node: string; now: string }>()((db, p) =>
  db
    .update('jobs')
    .set(({ eb }) => ({ state: 'running', lockedAt: p('now'), node: p('node'), attempts: eb('attempts', '+', 1) }))
    .where(
      'id',
      'in',
      readyOf(db, p('name'), p('groupKey')).select('id').where('runAt', '<=', p('now')).limit(p('limit')),
    )
    .returning(['id', 'companyId', 'name', 'payload', 'lane', 'groupKey', 'key', 'runAt', 'attempts', 'interrupted'])
    .returning(['lastError', 'lockedAt']),
)
const readyAtOf = hot<Group>()((db, p) =>
  db
    .select('ready_groups')
    .select('readyAt')
    .where('name', '=', p('name'))
    .where('groupKey', '=', p('groupKey'))
    .modifyEnd(lockRows),
)
const setReadyAt = hot<Group & { readyAt: string }>()((db, p) =>
  db
    .update('ready_groups')
    .set({ readyAt: p('readyAt') })
    .where('name', '=', p('name'))
    .where('groupKey', '=', p('groupKey')),
)
/** Takes the group's turn away; call when it has no ready job. */
export const deleteGroup = hot<Group>()((db, p) =>
  db.delete('ready_groups').where('name', '=', p('name')).where('groupKey', '=', p('groupKey')),
)
const runningOf = hot<Group>()((db, p) =>
  db
    .select('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit('running'))
    .where('name', '=', p('name'))
    .where('groupKey', '=', p('groupKey')),
)

/** Ready jobs of a group, oldest first. */
const readyOf = (db: Tables, name: string, groupKey: string) =>
  db
    .select('jobs')
    .where('state', '=', sql.lit('ready'))
    .where('name', '=', name)
    .where('groupKey', '=', groupKey)
    .orderBy('runAt')
    .orderBy('id')

const laterOf = (a: string, b: string) => (a > b ? a : b)

/** Makes the group due from `runAt` on, because one of its jobs became ready. */
export const becomeReady = async (db: TenantDb, { name, groupKey, runAt }: Group & { runAt: string }, now: string) =>
  void (await db.run(insertReady, { name, groupKey, readyAt: laterOf(runAt, now) }))

/**
 * Makes the group due again if it has a ready job, because one of its places became free. Writes nothing for a group that
 * is due already: an insert that changes nothing takes several times as long as the select. The select locks the row, as
 * the insert does: a claim of another process may be deleting it, and has not seen the place.
 */
export async function releasePlace(db: TenantDb, { name, groupKey }: Group, now: string) {
  const current = await db.first(readyAtOf, { name, groupKey })
  if (current && current.readyAt <= now) return
  const next = await db.first(oldestReady, { name, groupKey })
  if (next) await becomeReady(db, { name, groupKey, runAt: next.runAt }, now)
}

/** As `releasePlace` for several groups, each once, in the order of their names: units lock them in one order. */
export async function releasePlaces(db: TenantDb, groups: Iterable<Group>, now: string) {
  const byText = new Map<string, Group>()
  for (const { name, groupKey } of groups) byText.set(`${name} ${groupKey}`, { name, groupKey })
  for (const text of [...byText.keys()].sort()) await releasePlace(db, byText.get(text) as Group, now)
}

/** Limits of one turn of a group: the jobs that it may take, and its jobs that may run at once. */
interface Turn {
  most: number
  perGroup: number
  node: string
  now: string
}

/**
 * Locks the group's oldest due jobs by one statement, and returns them in their order. Sets the group's next turn:
 * behind all due groups, or at the time of its next job. A group without a ready job or without a free place gets no turn.
 */
export async function takeTurn(db: TenantDb, group: Group, { most, perGroup, node, now }: Turn): Promise<ClaimedJob[]> {
  const free = perGroup - ((await db.first(runningOf, group))?.count ?? 0)
  const limit = Math.min(most, free)
  const taken = limit > 0 ? await db.run(claimOldest, { ...group, limit, node, now }) : []
  const next = taken.length < free ? await db.first(oldestReady, group) : undefined
  if (next) await db.run(setReadyAt, { ...group, readyAt: laterOf(next.runAt, now) })
  else await db.run(deleteGroup, group)
  return taken.toSorted(byAge).map(({ runAt: _, ...job }) => job as ClaimedJob)
}

const byAge = (a: { runAt: string; id: number }, b: { runAt: string; id: number }) =>
  a.runAt === b.runAt ? a.id - b.id : a.runAt < b.runAt ? -1 : 1
