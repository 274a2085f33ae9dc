import type { Scope } from '../core/scope'

/** Messages that wait behind a batch, from which a number counts as behind: another batch of usual size. */
const behindFrom = 12
/** Longest time in ms for which a number counts as behind without a pause, so that its backlog delays answers no more. */
const maxBehindMs = 5_000

/**
 * Tells whether a number receives messages faster than they are stored. Its customers' messages come first then, and
 * the robot answers them together: an answer costs several times as much as a message, and most customers in a backlog
 * have written more than one (bench/bots.ts).
 */
export class Backlog {
  /** Time of the first batch with enough messages behind it; undefined while there is none. */
  private since: number | undefined

  /** @param onCaughtUp called when the number is no longer behind, or was so for five seconds */
  constructor(private readonly onCaughtUp: () => void) {}

  /** Also false after five seconds without a batch: the session may have ended. */
  isBehind(now = performance.now()): boolean {
    return this.since !== undefined && now - this.since < maxBehindMs
  }

  /** Call before a batch is stored, with the number of messages behind it. */
  beginBatch(waiting: number, now = performance.now()) {
    if (waiting >= behindFrom) this.since ??= now
  }

  /** Call after a batch was stored, with the number of messages that wait now. */
  endBatch(waiting: number, now = performance.now()) {
    if (this.since === undefined || (waiting >= behindFrom && this.isBehind(now))) return
    this.since = undefined
    this.onCaughtUp()
  }
}

/** Prefix of the events for which jobs wait while a connection is behind. */
export const backlogEvents = 'backlog:'

/** Name of the event that releases jobs which wait while a connection is behind. */
export const caughtUp = (whatsappId: number) => `${backlogEvents}${whatsappId}`

/** Id of the connection of such an event; undefined for another event. */
export const connectionOfBacklog = (event: string): number | undefined =>
  event.startsWith(backlogEvents) ? Number(event.slice(backlogEvents.length)) : undefined

/** Event that a job has to wait for which answers messages; null while the connection is not behind. */
export const untilCaughtUp = ({ ports }: Scope, whatsappId: number) =>
  ports.whatsapp.isBehind({ whatsappId }) ? caughtUp(whatsappId) : null
