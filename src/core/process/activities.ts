/** Names kept of work that ended since the last reading. */
const maxEnded = 50

/**
 * Work under way on the main thread: requests, jobs and scheduled tasks. The log of a stall names them, because a stall
 * is noticed only after it.
 */
export class Activities {
  private readonly running = new Set<{ name: string }>()
  private ended: string[] = []

  /** Registers work by its name; the returned function registers its end. */
  begin(name: string): () => void {
    const activity = { name }
    this.running.add(activity)
    return () => {
      if (this.running.delete(activity) && this.ended.length < maxEnded) this.ended.push(name)
    }
  }

  /** Registers work until its promise settles. */
  async during<R>(name: string, work: () => Promise<R>): Promise<R> {
    const end = this.begin(name)
    try {
      return await work()
    } finally {
      end()
    }
  }

  /** Returns the names of work that ran since the last call: first those that ended, then those under way. */
  readRecent(): string[] {
    const names = [...this.ended, ...[...this.running].map(({ name }) => name)]
    this.forgetEnded()
    return names
  }

  forgetEnded() {
    if (this.ended.length > 0) this.ended = []
  }
}

/** Activities of the process. */
export const activities = new Activities()
