import { sql } from 'kysely'
import type { Handle } from '../storage/db'
import { prepare } from '../storage/prepared'
import { listStalled } from './stalled'

/** Limit of the count of due jobs of one name, so that a backlog does not make counting slower. */
export const maxCounted = 1000

const nextName = prepare<{ name: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select('name')
    .where('state', '=', sql.lit('ready'))
    .where('name', '>', p('name'))
    .orderBy('name')
    .limit(1),
)
const oldestDue = prepare<{ name: string; now: string }>()((db, p) =>
  db
    .selectFrom('jobs')
    .select('runAt')
    .where('state', '=', sql.lit('ready'))
    .where('name', '=', p('name'))
    .where('runAt', '<=', p('now'))
    .orderBy('runAt')
    .limit(1),
)
const dueOf = prepare<{ name: string; now: string; limit: number }>()((db, p) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('jobs')
        .select('name')
        .where('state', '=', sql.lit('ready'))
        .where('name', '=', p('name'))
        .where('runAt', '<=', p('now'))
        .limit(p('limit'))
        .as('due'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count')),
)

/** Number of due jobs by name, each up to `maxCounted`. A job behind the head of its lane is not due. */
export const countDue = (handle: Handle): Promise<Record<string, number>> =>
  ofEachName(handle, async (name, now) => (await dueOf.first(handle, { name, now, limit: maxCounted }))?.count)

/** Age of the oldest due job by name, in seconds since it was due. */
export const oldestDueSeconds = (handle: Handle): Promise<Record<string, number>> =>
  ofEachName(handle, async (name, now) => {
    const oldest = await oldestDue.first(handle, { name, now })
    return oldest && (Date.parse(now) - Date.parse(oldest.runAt)) / 1000
  })

/** Age in ms up to which parked jobs are kept (housekeeping.ts). */
const keptMs = 30 * 24 * 3_600_000

/** Number of jobs that were parked in the last 30 days because the process stood still during them, by name. */
export async function countStalled(handle: Handle): Promise<Record<string, number>> {
  const stalled = await listStalled(handle, new Date(Date.now() - keptMs).toISOString())
  return Object.fromEntries(
    Map.groupBy(stalled, ({ name }) => name)
      .entries()
      .map(([name, { length }]) => [name, length]),
  )
}

/** Most jobs of one state that `countByGroup` reads. */
const maxOfState = 10_000

/**
 * Jobs of a name that do not run yet, by group. At most `maxOfState` jobs of each state are read, those of other names
 * included where no index has the name: behind a longer backlog the numbers are too low.
 */
export async function countByGroup({ kysely }: Handle, name: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const state of ['ready', 'queued', 'waiting'] as const) {
    const all = kysely.selectFrom('jobs').select(['name', 'groupKey']).where('state', '=', sql.lit(state))
    const read = { ready: all.where('name', '=', name), queued: all, waiting: all.where('waitsFor', 'is not', null) }
    const rows = await kysely
      .selectFrom(read[state].limit(maxOfState).as('jobs')) // each by a partial index
      .where('name', '=', name)
      .select(({ fn }) => ['groupKey', fn.countAll<number>().as('count')])
      .groupBy('groupKey')
      .execute()
    for (const { groupKey, count } of rows) counts.set(groupKey, (counts.get(groupKey) ?? 0) + Number(count))
  }
  return counts
}

/** Figure of each name that has ready jobs. Names without a due job are left out. */
async function ofEachName(handle: Handle, read: (name: string, now: string) => Promise<number | undefined>) {
  const figures: Record<string, number> = {}
  const now = new Date().toISOString()
  for (let row = await nextName.first(handle, { name: '' }); row; row = await nextName.first(handle, row)) {
    const figure = await read(row.name, now)
    if (figure) figures[row.name] = figure
  }
  return figures
}
