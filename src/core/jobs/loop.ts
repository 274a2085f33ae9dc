import { log } from '../log'
import { activities } from '../process/activities'
import { Work, workMarks } from '../process/work-marks'
import type { Scope } from '../scope'
import type { Store } from '../storage/db'
import type { ClaimingNode } from '../storage/postgres/job-claims'
import type { CompanyId } from '../storage/schema'
import { AloneJobs } from './alone'
import { claimJobs } from './claim'
import type { ClaimedJob } from './claimant'
import type { JobHandlers } from './job'
import { msUntilDue } from './next-due'
import type { Outcome } from './outcome'
import { OutcomeBatches } from './outcome-batches'
import {
  awaitedEvents,
  isActive,
  isAwaited,
  releaseInterrupted,
  releaseOrphans,
  releaseWaiting,
  type StalledJobs,
} from './release'
import { JobRunner } from './runner'
import type { StalledJob } from './stalled'

const noneStalled: StalledJobs = { culprits: [], suspects: [] }
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Longest time in ms without a claim: a clock that is set forward makes jobs due earlier than the timer. */
const pollMs = 1000

/**
 * Job loop of the process: claims jobs from the database, runs their handlers and stores the outcomes. A job that was
 * running when the process ended is released at the next start and counted as interrupted, so that a job that ends the
 * process reaches its limit.
 */
export class JobLoop {
  /** Identifies this process in the rows it has claimed. */
  private readonly self: ClaimingNode
  /** Last claim of each job that runs. */
  private readonly runs = new Map<number, ClaimedJob>()
  /** Name of the job claimed last; the next claim begins with the names after it. */
  private lastName: string | undefined
  private readonly running = new Set<Promise<void>>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isClaiming = false
  private claimAgain = false
  /** Resolves when the last claim is stored and its jobs have begun. */
  private claim: Promise<void> = Promise.resolve()
  private stopped = true
  private turnEnd: Promise<void> | undefined
  private readonly alone = new AloneJobs({
    awaited: (prefix) => this.awaited(prefix),
    release: (event) => this.release(event),
    isActive: (jobId) => isActive(this.store.read, jobId),
    onSuspect: (jobId) => workMarks.setSuspect(jobId),
  })

  private readonly outcomes: OutcomeBatches
  private readonly runner: JobRunner

  /** @param node id of this process in `nodes`; null for an installation of one process */
  constructor(
    private readonly store: Store,
    handlers: JobHandlers,
    scopeFor: (companyId: CompanyId) => Scope,
    node: string | null = null,
  ) {
    this.self = { node: node ?? crypto.randomUUID(), isShared: node !== null }
    this.outcomes = new OutcomeBatches(store, this.self.node)
    const record = (job: ClaimedJob, outcome: Outcome) => this.record(job, outcome)
    this.runner = new JobRunner({ node: this.self.node, handlers, scopeFor, record })
  }

  /** Number of jobs that run in this process. */
  get runningCount(): number {
    return this.running.size
  }

  /** Releases the jobs of processes that ended, parks those during which one stood still, and starts. */
  async start(stalled = noneStalled) {
    const parked = await this.releaseInterrupted(stalled)
    this.stopped = false
    for (const job of parked) void this.runner.reportStalled(job)
    void this.alone.run()
    this.wake()
  }

  /**
   * Releases the jobs of other nodes that have ended, and own ones whose claim was stored but not answered. Does nothing
   * with a file, whose only process has released them at its start.
   */
  async releaseEnded() {
    if (this.store.read.engine.name !== 'postgres' || this.stopped) return
    await releaseOrphans(this.store, this.self.node, (id) => this.runs.has(id))
    await this.releaseInterrupted(noneStalled)
    this.wake()
  }

  /** Claims jobs soon. Called after every commit that enqueued. */
  wake = () => {
    if (this.stopped) return
    if (this.isClaiming) this.claimAgain = true
    else this.claim = workMarks.without(() => this.claimDue())
  }

  /** Stops claiming. Resolves when the running jobs have ended, or after `graceMs`. */
  async stop(graceMs = 5000) {
    this.stopped = true
    this.alone.stop()
    clearTimeout(this.timer)
    // A claim under way may still bring jobs, which run.
    const ended = this.claim.then(() => Promise.allSettled(this.running))
    await Promise.race([ended, Bun.sleep(graceMs)])
  }

  /** Makes the jobs that wait for the event due. */
  release(event: string): Promise<void> {
    return releaseWaiting(this.store, event, this.wake)
  }

  /** True when a job waits for the event; the caller that knows of the event releases it. */
  isAwaited(event: string): Promise<boolean> {
    return isAwaited(this.store.read, event)
  }

  /** The events with the prefix that jobs wait for, in ascending order. */
  awaited(prefix: string): Promise<string[]> {
    return awaitedEvents(this.store.read, prefix)
  }

  /** Runs due jobs until none is left; for tests. */
  async settle() {
    this.stopped = false
    this.wake()
    while (this.isClaiming || this.running.size > 0) await new Promise((resolve) => setImmediate(resolve))
    this.stopped = true
    clearTimeout(this.timer)
  }

  private async claimDue() {
    this.isClaiming = true
    clearTimeout(this.timer)
    let idleMs = pollMs
    try {
      do {
        this.claimAgain = false
        const { self, lastName } = this
        const { placesOf } = this.runner
        const claimed = await claimJobs(this.store, { ...self, placesOf, lastName })
        await this.launchAll(claimed)
        this.lastName = claimed.at(-1)?.name
        // One claim takes only some of the due jobs.
        if (claimed.length > 0) this.claimAgain = true
        else idleMs = await msUntilDue(this.store.read, pollMs, this.self)
      } while (this.claimAgain && !this.stopped)
    } catch (error) {
      log.error({ err: error }, 'due jobs could not be claimed')
    } finally {
      this.isClaiming = false
      if (!this.stopped) this.timer = setTimeout(this.wake, idleMs)
    }
  }

  private releaseInterrupted(stalled: StalledJobs): Promise<StalledJob[]> {
    const limitOf = this.runner.interruptionsOf
    return releaseInterrupted(this.store, { node: this.self.node, limitOf }, stalled)
  }

  private async launchAll(claimed: ClaimedJob[]) {
    for (const job of claimed) {
      const work = this.launch(job)
      if (!work.hasLeft) await this.untilLeft(work)
    }
  }

  private launch(job: ClaimedJob): Work {
    const work = new Work('job', job.id)
    this.runs.set(job.id, job)
    const done = activities
      .during(`job ${job.name}`, () => workMarks.during(work, () => this.runner.run(job)))
      .finally(() => {
        this.running.delete(done)
        if (this.isLastRun(job)) this.runs.delete(job.id)
        this.alone.end(job.id)
        this.wake() // its lane or its place may be what another waits for
      })
    this.running.add(done)
    return work
  }

  /**
   * Resolves when the code of a job waits for the first time or, at the latest, with the turn of the event loop: so that,
   * when the loop stands still, it is known which of the jobs that begin together runs.
   */
  private untilLeft(work: Work): Promise<void> {
    return new Promise((resolve) => {
      work.onLeave = resolve
      this.turnEnd ??= nextTurn().finally(() => {
        this.turnEnd = undefined
      })
      void this.turnEnd.then(resolve)
    })
  }

  /** False once this process has claimed the job again: it was released, because this process had seemed to have ended. */
  private isLastRun(job: ClaimedJob): boolean {
    return this.runs.get(job.id) === job
  }

  /** Stores an outcome, retrying every second: while the disk is full, the job stays claimed. */
  private async record(job: ClaimedJob, outcome: Outcome): Promise<Outcome | undefined> {
    for (;;) {
      if (!this.isLastRun(job)) return undefined
      try {
        return await this.outcomes.put(job, outcome)
      } catch {
        if (this.stopped) return undefined // released at the next start
        await Bun.sleep(pollMs)
      }
    }
  }
}
