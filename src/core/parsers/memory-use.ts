import { touchedBytes } from '../process/thread-usage'

/** Share of its limit that a task's own thread must have used; other threads mark garbage and inflate for it. */
const leastOwnShare = 1 / 2

/**
 * Memory of a task since its start: growth of the process, of which the task's own thread and the main thread used some.
 * The process is measured because a worker in a loop cannot report; the kernel counts the new pages of each thread.
 */
export class MemoryUse {
  private readonly ownStart: number | null
  private readonly main: number | null
  /** Highest sum of limits since the start: a task that has ended leaves garbage for a while. */
  private mostLimits = 0

  /** @param thread null where the worker does not know it */
  constructor(
    private readonly thread: number | null,
    private readonly limit: number,
    private readonly rss = process.memoryUsage.rss(),
    private readonly touched = touchedBytes,
  ) {
    this.ownStart = thread && touched(thread)
    this.main = thread && touched(process.pid)
  }

  /** Bytes that the task's own thread used; all by which the process grew where the kernel does not count them. */
  ownBytes(rss: number): number {
    return this.bytesSince(this.thread, this.ownStart) ?? rss - this.rss
  }

  /**
   * True when the process, whose size is now `rss`, grew by more than the limit, and the task's own thread caused it, or
   * threads without a task: then the growth without the main thread's is above the limits of all tasks. Call it
   * regularly with the limits of the running tasks.
   */
  isExceeded(rss: number, limitsOfRunning: number): boolean {
    this.mostLimits = Math.max(this.mostLimits, limitsOfRunning)
    const grown = rss - this.rss
    if (grown <= this.limit) return false
    const byMain = this.bytesSince(process.pid, this.main) ?? 0
    return this.ownBytes(rss) > this.limit * leastOwnShare || grown - byMain > this.mostLimits
  }

  private bytesSince(thread: number | null, before: number | null): number | null {
    const now = thread && this.touched(thread)
    return now === null || before === null ? null : now - before
  }
}
