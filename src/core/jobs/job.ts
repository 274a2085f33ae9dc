import type { Scope } from '../scope'
import type { RunEnding } from './ending'

/**
 * CONTRACT 3, jobs: name → payload (ids only). Each domain declares its own in `features/<domain>/jobs.ts`, and
 * TypeScript merges the declarations, so that core needs none of their types (ADR 0099).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the domains declare its members
export interface Jobs {}

export interface JobOptions {
  /**
   * Replaces the job of this name and key that has not begun to run. A running one ends first and is not retried.
   * A key keeps its lane; without a lane it gets its own.
   */
  key?: string
  /** True for the id of a row inserted in the same transaction: no job can have this key yet, and none is searched for. */
  isNewKey?: boolean
  runAt?: Date
  /** Jobs of one lane run one at a time, oldest first. A failing job holds the lane until it succeeds or is parked. */
  lane?: string
  /** Group within the company whose places the job uses, such as `wa:7` for a connection (default: the company). */
  group?: string
  /** Event before which the job is not due; `release` of the event makes it due. The job keeps its place in the lane. */
  waitsFor?: string | null
}

/** One run of a job. */
export interface Attempt {
  number: number
  last: boolean
  /** Stores the end of the run in a transaction of the handler; without it the loop stores the outcome. */
  ending?: RunEnding
}

export interface JobHandler<Payload> {
  /** Runs the job. May run twice for one row: a crash between the work and the row's removal repeats it. */
  run(scope: Scope, payload: Payload, attempt: Attempt): Promise<unknown>
  /** Called once when the job is parked, so that a person can see it. */
  parked?(scope: Scope, payload: Payload): Promise<unknown>
  /**
   * Number of failures after which the job is parked (default 8): one that kills the process reaches it too, because an
   * attempt counts before it runs.
   */
  attempts?: number
  /**
   * Number of runs interrupted by the process's end (default 8) after which it may cause that end in a way that is no
   * stall (ADR 0096). A job that has failed as well is parked then. A job that never failed runs again after a delay
   * that doubles with each further interruption, up to an hour.
   */
  interruptions?: number
  /** Delay after the first failure; doubles with each attempt up to an hour, ±30 %. */
  backoffSeconds?: number
  /** Time after which a run counts as failed (default 60). */
  timeoutSeconds?: number
  /**
   * Number of jobs of this name that run at once in one process (default 16). Infinity for jobs that mostly wait for an
   * answer of the network: then only `perGroup` limits them.
   */
  concurrency?: number
  /** Number of jobs of this name that run at once for one group in all processes (default: a quarter of `concurrency`). */
  perGroup?: number
}
export type JobHandlers = { [J in keyof Jobs]: JobHandler<Jobs[J]> }

/** Thrown by a handler that cannot run before an event. The job waits for `release` of it; no attempt is counted. */
export class WaitFor extends Error {
  constructor(readonly event: string) {
    super(`waits for ${event}`)
  }
}

/** Thrown by a handler that cannot run yet. The job runs again after `seconds`; no attempt is counted. */
export class NotYet extends Error {
  constructor(readonly seconds: number) {
    super('not yet')
  }
}
