import type { RunEnding } from '../../../../core/jobs/ending'
import type { Scope } from '../../../../core/scope'
import type { StoredRun } from './rows'

/**
 * Enqueues the step of a ticket's run; one that has not begun is replaced. The job that takes the ticket's step gives its
 * `ending`, and becomes the next job in its row.
 */
export async function enqueueFlow(scope: Scope, ticketId: number, runAt = new Date(), ending?: RunEnding) {
  if (await ending?.runAgain(scope, runAt)) return
  await scope.enqueue('flow.run', { ticketId }, { key: String(ticketId), runAt })
}

/** Enqueues the call to a service outside for which a ticket's run waits; one that has not begun is replaced. */
export const enqueueCall = (scope: Scope, ticketId: number, delayMs = 0) =>
  scope.enqueue('flow.call', { ticketId }, { key: String(ticketId), runAt: new Date(Date.now() + delayMs) })

/**
 * Enqueues what moves a run on: its timer or a call. A run that waits for the customer has no job (silent-runs.ts). Call
 * at the end of a transaction.
 */
export async function enqueueNext(scope: Scope, { ticketId, run, wakeAt }: StoredRun, ending?: RunEnding) {
  if (run.state === 'timer' && wakeAt !== null) return enqueueFlow(scope, ticketId, new Date(wakeAt), ending)
  if (run.state === 'request' || run.state === 'program') await enqueueCall(scope, ticketId)
  await ending?.finish(scope)
}
