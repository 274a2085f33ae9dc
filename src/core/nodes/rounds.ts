/** Works that a process repeats until they are stopped, each at times of its own. */
export class Rounds {
  private readonly timers = new Set<ReturnType<typeof setTimeout>>()
  private isStopped = false

  constructor(private readonly clock: () => number) {}

  /** Runs the work at once and again; it returns the ms from the start of this run to that of the next. */
  repeat(work: () => Promise<number>) {
    const run = async () => {
      const start = this.clock()
      const ms = await work()
      if (this.isStopped) return
      const timer = setTimeout(
        () => {
          this.timers.delete(timer)
          void run()
        },
        Math.max(0, ms - (this.clock() - start)),
      )
      this.timers.add(timer)
    }
    void run()
  }

  /** Starts no further run; one that is under way ends by itself. */
  stop() {
    this.isStopped = true
    for (const timer of this.timers) clearTimeout(timer)
  }
}
