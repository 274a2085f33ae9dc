import type { Handle } from '../storage/db'
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

/** Milliseconds until the next job becomes due, at least 1; `longest` when none does sooner. Reads one row per name. */
export async function msUntilDue(handle: Handle, longest: number): Promise<number> {
  const now = Date.now()
  let ms = longest
  for (const name of await namesOf(handle)) {
    const next = await nextOf.first(handle, { name, now: new Date(now).toISOString() })
    if (next) ms = Math.min(ms, Math.max(1, Date.parse(next.readyAt) - now))
  }
  return ms
}
