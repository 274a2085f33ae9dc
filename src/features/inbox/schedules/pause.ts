import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { cancelSchedule, enqueueSchedule } from './enqueue'
import type { Schedule } from './model'
import { readSchedule, type ScheduleRow } from './read'
import { nextOccurrence, repeatOf } from './repeat'
import { getUnsent, storeSchedule } from './service'

/**
 * Pauses an unsent schedule: nothing is sent until it is resumed.
 * @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT, ERR_SCHEDULE_PAST for a failed one
 */
export const pauseSchedule = (outer: Scope, id: number): Promise<Schedule> =>
  outer.transaction(async (scope) => {
    await getPlanned(scope, id)
    await cancelSchedule(scope, id)
    return storeSchedule(scope, id, { paused: 1, status: 'PENDENTE', claimedAt: null, waitUntil: null })
  })

/**
 * Resumes a paused schedule at its time. When that has passed, a repetition goes on with its next time.
 * @throws as pauseSchedule; ERR_SCHEDULE_PAST for one without a later time
 */
export const resumeSchedule = (outer: Scope, id: number): Promise<Schedule> =>
  outer.transaction(async (scope) => {
    const row = await getPlanned(scope, id)
    const isPast = Date.parse(row.sendAt) < Date.now()
    if (row.paused === 0 || !isPast) return moveTo(scope, id, row.sendAt)
    return skipTo(scope, row)
  })

/**
 * Leaves out the next message of a repetition; it does not count against the number of messages. A second request for
 * the same message changes nothing.
 * @param sendAt time of the message that is meant; when the schedule has another one by now, nothing is changed
 * @throws as pauseSchedule; ERR_SCHEDULE_PAST for one without a later time
 */
export const skipOccurrence = (outer: Scope, id: number, sendAt?: string): Promise<Schedule> =>
  outer.transaction(async (scope) => {
    const row = await getPlanned(scope, id)
    if (sendAt !== undefined && Date.parse(sendAt) !== Date.parse(row.sendAt)) return readSchedule(scope, id)
    return skipTo(scope, row, row.paused)
  })

/** A failed schedule has no next time: only a new time sends it. @throws as pauseSchedule */
async function getPlanned(scope: Scope, id: number): Promise<ScheduleRow> {
  const row = await getUnsent(scope, id)
  if (row.status === 'ERRO') throw new AppError('ERR_SCHEDULE_PAST')
  return row
}

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
