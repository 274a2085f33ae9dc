import { sql } from 'kysely'
import { hot, type Tables, type TenantDb } from '../storage/tenant'

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
const oldestReady = hot<Group & { limit: number }>()((db, p) =>
  readyOf(db, p('name'), p('groupKey')).select(['id', 'runAt']).limit(p('limit')),
)
const readyAtOf = hot<Group>()((db, p) =>
  db.select('ready_groups').select('readyAt').where('name', '=', p('name')).where('groupKey', '=', p('groupKey')),
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

const later = (a: string, b: string) => (a > b ? a : b)

/** Makes the group due from `runAt` on, because one of its jobs became ready. */
export const becomeReady = async (db: TenantDb, { name, groupKey, runAt }: Group & { runAt: string }, now: string) =>
  void (await db.run(insertReady, { name, groupKey, readyAt: later(runAt, now) }))

/**
 * Makes the group due again if it has a ready job, because one of its places became free. Writes nothing for a group that
 * is due already: an insert that changes nothing takes several times as long as the select.
 */
export async function releasePlace(db: TenantDb, { name, groupKey }: Group, now: string) {
  const current = await db.first(readyAtOf, { name, groupKey })
  if (current && current.readyAt <= now) return
  const [next] = await db.run(oldestReady, { name, groupKey, limit: 1 })
  if (next) await becomeReady(db, { name, groupKey, runAt: next.runAt }, now)
}

/** Limits of one turn of a group: the jobs that it may take, and its jobs that may run at once. */
interface Turn {
  most: number
  perGroup: number
  now: string
}

/**
 * Returns the ids of the group's oldest due jobs, and sets the group's next turn: behind all due groups, or at the time of
 * its next job. A group without a ready job or without a free place gets no turn.
 */
export async function takeTurn(db: TenantDb, { name, groupKey }: Group, { most, perGroup, now }: Turn) {
  const group = { name, groupKey }
  const free = perGroup - ((await db.first(runningOf, group))?.count ?? 0)
  const taken = Math.min(most, free)
  const jobs = taken > 0 ? await db.run(oldestReady, { ...group, limit: taken + 1 }) : []
  const due = jobs.slice(0, taken).filter(({ runAt }) => runAt <= now)
  const following = jobs[due.length]
  if (!following || due.length === free) await db.run(deleteGroup, group)
  else await db.run(setReadyAt, { ...group, readyAt: later(following.runAt, now) })
  return due.map(({ id }) => id)
}
