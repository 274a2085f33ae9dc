/** Event for which a job waits that may run only while no other suspect runs. */
const prefix = 'alone:'
export const aloneEvent = (jobId: number) => `${prefix}${jobId}`

/** Time in ms between two looks at a job that was cancelled before it ran. */
const lookMs = 1000

interface Parts {
  /** Events with the prefix that jobs wait for. */
  awaited(prefix: string): Promise<string[]>
  release(event: string): Promise<void>
  /** True while the job is ready or runs. */
  isActive(jobId: number): Promise<boolean>
  /** Called with the id of the job that runs alone, then with 0. */
  onSuspect(jobId: number): void
}

/**
 * Runs the jobs one at a time of which one may have stopped the last process. When the process stops again, the one that
 * ran is the culprit (ADR 0096). The others have lost nothing but time.
 */
export class AloneJobs {
  private running: { jobId: number; end: () => void } | undefined
  private isStopped = false

  constructor(private readonly parts: Parts) {}

  async run() {
    this.isStopped = false
    for (const event of await this.parts.awaited(prefix)) {
      if (this.isStopped) return
      await this.runOne(event, Number(event.slice(prefix.length)))
    }
  }

  /** Call when a job has ended, and its outcome is stored. */
  end(jobId: number) {
    if (this.running?.jobId === jobId) this.running.end()
  }

  stop() {
    this.isStopped = true
    this.running?.end()
  }

  private async runOne(event: string, jobId: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.running = { jobId, end: resolve }
    this.parts.onSuspect(jobId)
    await this.parts.release(event)
    const look = setInterval(async () => {
      if (!(await this.parts.isActive(jobId))) resolve()
    }, lookMs)
    await promise
    clearInterval(look)
    this.parts.onSuspect(0)
    this.running = undefined
  }
}
