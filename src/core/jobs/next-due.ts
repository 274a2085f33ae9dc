import type { Handle } from '../storage/db'
import { type ClaimingNode, dueNames } from '../storage/postgres/job-claims'
import { prepare } from '../storage/prepared'
import { namesOf } from './claim'

const nextOf = prepare<{ name: string; now: string }>()((db, p) =>
  db
    .selectFrom('ready_groups')
    .select('readyAt')
    .where('name', '=', p('name'))
    .where('readyAt', '>', p('now'))
    .orderBy('readyAt')
    .limit(1),
)

/**
 * Milliseconds until the next job that this node may claim becomes due, at least 1; `longest` when none does sooner.
 * Reads one row per name.
 */
export async function msUntilDue(handle: Handle, longest: number, self: ClaimingNode): Promise<number> {
  const now = Date.now()
  const times =
    handle.engine.name === 'postgres' ? await nextTogether(handle, self, now) : await nextOfEach(handle, now)
  return times.reduce((ms, time) => Math.min(ms, Math.max(1, Date.parse(time) - now)), longest)
}

async function nextTogether(handle: Handle, self: ClaimingNode, now: number): Promise<string[]> {
  const names = await dueNames(handle, self, new Date(now).toISOString())
  return names.flatMap(({ next }) => next ?? [])
}

async function nextOfEach(handle: Handle, now: number): Promise<string[]> {
  const times: string[] = []
  for (const name of await namesOf(handle)) {
    const next = await nextOf.first(handle, { name, now: new Date(now).toISOString() })
    if (next) times.push(next.readyAt)
  }
  return times
}
