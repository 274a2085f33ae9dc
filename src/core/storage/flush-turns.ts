/** Flushes waiting for their turn, by directory. */
type Flush = () => Promise<void>

/**
 * Queue of file flushes: one at a time, directories in rotation, so that a company with a thousand files delays another
 * company's file by one flush. Bun runs file system calls on as many threads as the machine has cores; two flushes at
 * once would occupy both threads of a small machine, and every other file access would wait.
 */
export class FlushTurns {
  private readonly waiting = new Map<string, Flush[]>()
  private running = false

  /** Runs the flush in the turn of its directory, never before this returns; settles as the flush does. */
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

  /** The oldest flush of the directory whose last turn is longest ago. */
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
