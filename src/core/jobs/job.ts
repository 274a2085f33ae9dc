import type { Jobs } from '../../jobs'
import type { Scope } from '../scope'

export interface JobOptions {
  /**
   * Replaces the job of this name and key that has not begun to run. One that runs ends first, and is not tried again.
   * A key keeps its lane; without a lane it has one of its own.
   */
  key?: string
  runAt?: Date
  /** Jobs of one lane run one at a time, oldest first; a failing one holds the lane until it succeeds or is spent. */
  lane?: string
  /** Whose places the job uses within the company, such as `wa:7` for a connection; by default the company's. */
  group?: string
  /** Not looked at until `release` of this event; its place in the lane stays. */
  waitsFor?: string | null
}

export interface JobHandler<Payload> {
  /** May run twice for one row: a crash between the work and its removal repeats it. */
  run(scope: Scope, payload: Payload, attempt: { number: number; last: boolean }): Promise<unknown>
  /** Called once when the job is given up, so that a person can see it. */
  parked?(scope: Scope, payload: Payload): Promise<unknown>
  /** Failures before it is parked (default 8, reliability.md experiment 15). */
  attempts?: number
  /** Runs that the end of the process cut short before it is parked (default 8): it may be what ends the process. */
  interruptions?: number
  /** First wait; doubles with each attempt up to an hour, ±30 %. */
  backoffSeconds?: number
  /** A run is cut after this long (default 60). */
  timeoutSeconds?: number
  /**
   * How many of this name run at once on the installation (default 16). Infinity for what mostly waits for a distant
   * answer: then the places of the groups alone limit it.
   */
  concurrency?: number
  /** How many of this name run at once for one group, see `JobOptions.group` (default a quarter of `concurrency`). */
  perGroup?: number
}
export type JobHandlers = { [J in keyof Jobs]: JobHandler<Jobs[J]> }

/** Thrown by a handler that cannot work before an event: set aside until `release` of it, no attempt counted. */
export class WaitFor extends Error {
  constructor(readonly event: string) {
    super(`waits for ${event}`)
  }
}

/** Thrown by a handler that cannot work yet through no fault of its own: tried later, no attempt counted. */
export class NotYet extends Error {
  constructor(readonly seconds: number) {
    super('not yet')
  }
}
