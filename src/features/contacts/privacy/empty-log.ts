import { type JobHandler, NotYet } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'

/** Delay after which erasures of the same seconds are served together, in ms. */
const delayMs = 2000
/** Delay before the next attempt while a backup reads the log, in seconds. */
const retrySeconds = 10

/** Enqueues the emptying of the write-ahead log; several erasures share one. Call within their transaction. */
export const enqueueEmptyLog = (scope: Scope) =>
  scope.enqueue('privacy.emptyLog', {}, { key: 'log', runAt: new Date(Date.now() + delayMs) })

/**
 * Copies the write-ahead log into the database file and empties it, because it keeps earlier versions of pages. Deleted
 * rows are overwritten in the file itself (`secure_delete`).
 */
export const emptyLog: JobHandler<Record<string, never>> = {
  concurrency: 1,
  async run({ ports }) {
    if (!(await ports.emptyLog())) throw new NotYet(retrySeconds)
  },
}
