import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { cancelSchedule, enqueueSchedule } from './enqueue'
import type { Schedule } from './model'
import type { ScheduleRow } from './read'
import { nextOccurrence, repeatOf } from './repeat'
import { getUnsent, storeSchedule } from './service'

/**
 * Pauses an unsent schedule: nothing is sent until it is resumed.
 * @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT
 */
export const pauseSchedule = (outer: Scope, id: number): Promise<Schedule> =>
  outer.transaction(async (scope) => {
    await getUnsent(scope, id)
    await cancelSchedule(scope, id)
    return storeSchedule(scope, id, { paused: 1, status: 'PENDENTE', claimedAt: null, waitUntil: null })
  })

/**
 * Resumes a paused schedule at its time. When that has passed, a repetition goes on with its next time.
 * @throws as pauseSchedule; ERR_SCHEDULE_PAST for one without a later time
 */
export const resumeSchedule = (outer: Scope, id: number): Promise<Schedule> =>
  outer.transaction(async (scope) => {
    const row = await getUnsent(scope, id)
    const isPast = Date.parse(row.sendAt) < Date.now()
    if (row.paused === 0 || !isPast) return moveTo(scope, id, row.sendAt)
    return skipTo(scope, row)
  })

/**
 * Leaves out the next message of a repetition; it does not count against the number of messages.
 * @throws as pauseSchedule; ERR_SCHEDULE_PAST for one without a later time
 */
export const skipOccurrence = (outer: Scope, id: number): Promise<Schedule> =>
  outer.transaction(async (scope) => {
    const row = await getUnsent(scope, id)
    return skipTo(scope, row, row.paused)
  })

async function skipTo(scope: Scope, row: ScheduleRow, paused: 0 | 1 = 0): Promise<Schedule> {
  const repeat = repeatOf(row)
  const next = repeat && (await nextOccurrence(scope, { sendAt: row.sendAt, repeat }, { counts: false }))
  if (!next) throw new AppError('ERR_SCHEDULE_PAST')
  return moveTo(scope, row.id, next.sendAt, { repeat: JSON.stringify(next.repeat), paused })
}

async function moveTo(scope: Scope, id: number, sendAt: string, change: { repeat?: string; paused?: 0 | 1 } = {}) {
  const { paused = 0 } = change
  if (paused === 0) await enqueueSchedule(scope, id, sendAt)
  return storeSchedule(scope, id, {
    ...{ ...change, paused, sendAt, status: 'PENDENTE', error: null, claimedAt: null, waitUntil: null },
  })
}
