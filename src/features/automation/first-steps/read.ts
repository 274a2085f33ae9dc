import type { Scope } from '../../../core/scope'
import { readSetting } from '../../platform/settings/service'
import { readGaps } from './gaps'
import type { FirstSteps } from './model'
import { stepKeys } from './model'

type Key = (typeof stepKeys)[number]

/** Tickets among which one that a user accepted or answered is looked for. */
const firstTickets = 200

/** Returns the first steps with whether each is done, and the gaps between numbers, queues and people; the cost does not grow with the company. */
export async function readFirstSteps(scope: Scope): Promise<FirstSteps> {
  const done = new Map<Key, boolean>()
  for (const key of stepKeys) done.set(key, await checks[key](scope))
  return { steps: stepKeys.map((key) => ({ key, done: done.get(key) === true })), gaps: await readGaps(scope) }
}

const checks: Record<Key, (scope: Scope) => Promise<boolean>> = {
  connection: async ({ db }) =>
    exists(await db.select('connections').select('id').where('number', '<>', '').limit(1).execute()),
  queues: async ({ db }) => exists(await db.select('queues').select('id').limit(1).execute()),
  team: async ({ db }) =>
    (await db.select('users').select('id').where('support', '=', 0).limit(2).execute()).length > 1,
  hours: async ({ db }) => (await readSetting(db, 'scheduleType')) !== 'disabled',
  quickMessages: async ({ db }) => exists(await db.select('quick_messages').select('id').limit(1).execute()),
  answer: async ({ db }) =>
    (await db.select('tickets').select(['answeredAt', 'userId']).orderBy('id').limit(firstTickets).execute()).some(
      ({ answeredAt, userId }) => answeredAt !== null || userId !== null,
    ),
}

const exists = (rows: unknown[]) => rows.length > 0
