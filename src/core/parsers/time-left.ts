import { processorMs } from '../process/thread-usage'

/** Period between two calls of `isOver`, in ms. */
export const watchMs = 50
/** Smallest share of a period that is counted: a parser that waits for the disk, or for another thread, ends too. */
const leastShare = 1 / 4

/**
 * Time left of a task. Counts the processor time of the worker's thread, whose low priority makes it slow on a busy
 * machine, but at least a quarter of the periods. Counts whole periods where the kernel does not tell that time. Periods
 * are calls, not hours: a machine too busy for the calls delays the parser as well.
 */
export class TimeLeft {
  private left: number
  private ran: number | null

  constructor(
    ms: number,
    private readonly thread: number | null,
    private readonly clock = processorMs,
  ) {
    this.left = ms
    this.ran = this.read()
  }

  /** Counts one period; true when the limit is exceeded. */
  isOver(): boolean {
    const now = this.read()
    this.left -= now === null || this.ran === null ? watchMs : Math.max(now - this.ran, watchMs * leastShare)
    this.ran = now
    return this.left < 0
  }

  private read = () => (this.thread === null ? null : this.clock(this.thread))
}
