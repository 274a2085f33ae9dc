import type { Scope } from '../../core/scope'

/** A lane for the job of a schedule's time, and one for whoever looks after it while it waits for its connection. */
const laneOf = (id: number) => `schedule:${id}`
const watchOf = (id: number) => `schedule:${id}/watch`

/** Seconds: how often somebody looks whether what waits has another way by now, or has waited too long. */
export const watchEvery = 600

/** The job for its time, and none for an earlier idea of it; within a transaction. */
export async function arm(scope: Scope, scheduleId: number, sendAt: string) {
  await disarm(scope, scheduleId)
  await scope.enqueue('schedule.send', { scheduleId }, { runAt: new Date(sendAt), lane: laneOf(scheduleId) })
}

/** A second job beside the one that waits for a connection to open; within a transaction. */
export const watch = (scope: Scope, scheduleId: number) =>
  scope.enqueue(
    'schedule.send',
    { scheduleId, watch: true },
    { runAt: new Date(Date.now() + watchEvery * 1000), lane: watchOf(scheduleId) },
  )

/** Nothing is to be done any more; within a transaction. */
export const disarm = (scope: Scope, id: number) =>
  scope.db
    .delete('jobs')
    .where('lane', 'in', [laneOf(id), watchOf(id)])
    .execute()
