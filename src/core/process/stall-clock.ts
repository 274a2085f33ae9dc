/** Processor time that the main thread uses in one turn of the event loop before it counts as standing still, in ms. */
const maxBusyMs = 1000
/** The same in time that passes, for a thread that waits, such as for a disk; and where the processor time is unknown. */
const maxWaitMs = 10_000
const maxUnknownMs = 2000

/**
 * Judges whether the event loop of another thread stands still. Processor time counts, because on a busy machine a
 * thread may wait for seconds until it runs. Time in which this thread itself did not run, such as while the machine
 * slept, does not count.
 */
export class StallClock {
  private lastBeat = -1
  private lastRead = 0
  private waitedMs = 0
  /** Processor time at the first read without a beat; null where it is unknown, undefined after a beat. */
  private busySince: number | null | undefined

  constructor(
    private readonly periodMs: number,
    private readonly processorMs: () => number | null,
  ) {}

  /** Call every `periodMs`. True while the loop stands still. */
  read(beat: number, now: number): boolean {
    const passed = Math.min(now - this.lastRead, 2 * this.periodMs)
    this.lastRead = now
    if (beat !== this.lastBeat) {
      this.lastBeat = beat
      this.waitedMs = 0
      this.busySince = undefined
      return false
    }
    this.waitedMs += passed
    return this.isStill()
  }

  private isStill(): boolean {
    const busy = this.processorMs()
    this.busySince ??= busy
    if (busy === null || this.busySince === null) return this.waitedMs >= maxUnknownMs
    return busy - (this.busySince ?? busy) >= maxBusyMs || this.waitedMs >= maxWaitMs
  }
}
