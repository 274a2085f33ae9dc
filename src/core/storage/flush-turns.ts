type Flush = () => Promise<void>

/**
 * Queue of file flushes: one at a time, with directories in rotation, so that a company with a thousand files delays
 * another company's file by one flush only. Bun runs file system calls on as many threads as the machine has cores; two
 * flushes at once would occupy both threads of a small machine, and every other file access would wait.
 */
export class FlushTurns {
  /** Waiting flushes by directory, in the order of the directories' turns. */
  private readonly waiting = new Map<string, Flush[]>()
  private running = false

  /** Runs the flush in its directory's turn, never synchronously; settles with the flush. */
  run(directory: string, flush: Flush): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(directory) ?? []
      queue.push(() => flush().then(resolve, reject))
      this.waiting.set(directory, queue)
      if (!this.running) void this.runAll()
    })
  }

  private async runAll() {
    this.running = true
    await undefined
    for (let next = this.takeNext(); next; next = this.takeNext()) await next()
    this.running = false
  }

  /** Takes the oldest flush of the directory whose last turn was longest ago. */
  private takeNext(): Flush | undefined {
    for (const [directory, queue] of this.waiting) {
      const flush = queue.shift()
      this.waiting.delete(directory)
      if (queue.length > 0) this.waiting.set(directory, queue) // behind all others
      return flush
    }
    return undefined
  }
}
