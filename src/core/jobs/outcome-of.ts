import type { ClaimedJob } from './claimant'
import { type JobHandler, NotYet, WaitFor } from './job'
import type { Outcome } from './outcome'

/** Handler of a job's name; undefined for a name that this version does not know. */
export type Handler = JobHandler<never> | undefined

/** Error of a job that had failed, and during whose next runs the process ended too often. */
export class ProcessEndedError extends Error {
  constructor() {
    super('the job failed, and the process ended while it ran')
  }
}

/** Number of interruptions from which a job that had failed is parked. */
export const interruptionsOf = (handler: Handler) => handler?.interruptions ?? 8
/** Number of failures from which a job is parked. */
export const attemptsOf = (handler: Handler) => handler?.attempts ?? 8

/**
 * Outcome of a run that ended with this error, null for success. The pause after a failure doubles, is based on at most
 * an hour, and is spread by 30 %, so that jobs that failed together do not run together.
 */
export function outcomeOf(job: ClaimedJob, handler: Handler, error: unknown): Outcome {
  if (error === null) return { is: 'done' }
  if (error instanceof WaitFor) return { is: 'waiting', event: error.event }
  // Never below 1: a job that has begun keeps its lane against younger jobs.
  if (error instanceof NotYet)
    return { is: 'later', runAt: after(error.seconds), attempts: Math.max(1, job.attempts - 1) }
  const text = String(error).slice(0, 500)
  if (job.attempts >= attemptsOf(handler) || error instanceof ProcessEndedError) return { is: 'parked', error: text }
  const wait = Math.min((handler?.backoffSeconds ?? 5) * 2 ** (job.attempts - 1), 3600)
  return { is: 'later', runAt: after(wait * (0.7 + Math.random() * 0.6)), attempts: job.attempts, error: text }
}

const after = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
