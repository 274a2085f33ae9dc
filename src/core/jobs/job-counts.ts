import type { Outcome } from './outcome'

/**
 * Counts runs of jobs by name and end, since the start of the process; for metrics. Ends are `done`, `waiting` (for an
 * event such as the connection of a number), `later`, `failed` (tried again) and `parked` (given up). The names are those
 * of handlers.
 */
class JobCounts {
  private readonly counts = new Map<string, number>()

  count(name: string, outcome: Outcome) {
    const key = `${name} ${outcome.is === 'later' && outcome.error ? 'failed' : outcome.is}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  /** Number of runs by `name end`. */
  read = (): Record<string, number> => Object.fromEntries(this.counts)
}

/** Runs of the process. */
export const jobCounts = new JobCounts()
