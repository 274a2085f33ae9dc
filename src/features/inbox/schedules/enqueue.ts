import type { Scope } from '../../../core/scope'

/**
 * Keys of the job that sends at the schedule's time, and of the job that watches a schedule waiting for its connection.
 */
const keyOf = (id: number) => `${id}`
const watchKeyOf = (id: number) => `${id}/watch`

/** Seconds between two checks of a waiting schedule: another connection may be open, or its 24 hours over. */
export const watchEvery = 600

/** Enqueues the job for the schedule's time, replacing an earlier one. Call within a transaction. */
export async function enqueueSchedule(scope: Scope, scheduleId: number, sendAt: string) {
  await scope.cancelJob('schedule.send', watchKeyOf(scheduleId))
  await scope.enqueue('schedule.send', { scheduleId }, { runAt: new Date(sendAt), key: keyOf(scheduleId) })
}

/** Enqueues a second job beside the one that waits for the connection to open. Call within a transaction. */
export const enqueueWatch = (scope: Scope, scheduleId: number) =>
  scope.enqueue(
    'schedule.send',
    { scheduleId, watch: true },
    { runAt: new Date(Date.now() + watchEvery * 1000), key: watchKeyOf(scheduleId) },
  )

/** Cancels both jobs of a schedule. Call within a transaction. */
export async function cancelSchedule(scope: Scope, id: number) {
  await scope.cancelJob('schedule.send', keyOf(id))
  await scope.cancelJob('schedule.send', watchKeyOf(id))
}
