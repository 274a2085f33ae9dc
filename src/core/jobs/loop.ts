import { parseJson } from '../../shared/json'
import { log } from '../log'
import { activities } from '../process/activities'
import { Work, workMarks } from '../process/work-marks'
import type { Scope } from '../scope'
import type { Store } from '../storage/db'
import type { ClaimingNode } from '../storage/postgres/job-claims'
import type { CompanyId } from '../storage/schema'
import { AloneJobs } from './alone'
import { claimJobs } from './claim'
import type { ClaimedJob, Places } from './claimant'
import { RunEnding } from './ending'
import { countDue, oldestDueSeconds } from './figures'
import type { JobHandler, JobHandlers } from './job'
import { NotYet, WaitFor } from './job'
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
import { listStalled, type StalledJob } from './stalled'

class ProcessEndedError extends Error {
  constructor() {
    super('the job failed, and the process ended while it ran')
  }
}

type Handler = JobHandler<never> | undefined

const noneStalled: StalledJobs = { culprits: [], suspects: [] }
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Age in ms up to which parked jobs are kept (housekeeping.ts). */
const keptMs = 30 * 24 * 3_600_000

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
  private stopped = true
  private turnEnd: Promise<void> | undefined
  private readonly alone = new AloneJobs({
    awaited: (prefix) => this.awaited(prefix),
    release: (event) => this.release(event),
    isActive: (jobId) => isActive(this.store.read, jobId),
    onSuspect: (jobId) => workMarks.setSuspect(jobId),
  })

  private readonly outcomes: OutcomeBatches

  /** @param node id of this process in `nodes`; null for an installation of one process */
  constructor(
    private readonly store: Store,
    private readonly handlers: JobHandlers,
    private readonly scopeFor: (companyId: CompanyId) => Scope,
    node: string | null = null,
  ) {
    this.self = { node: node ?? crypto.randomUUID(), isShared: node !== null }
    this.outcomes = new OutcomeBatches(store, this.self.node)
  }

  /** Releases the jobs of processes that ended, parks those during which one stood still, and starts. */
  async start(stalled = noneStalled) {
    const parked = await this.releaseInterrupted(stalled)
    this.stopped = false
    for (const job of parked) void this.reportStalled(job)
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
    else void workMarks.without(() => this.claimDue())
  }

  /** Stops claiming. Resolves when the running jobs have ended, or after `graceMs`. */
  async stop(graceMs = 5000) {
    this.stopped = true
    this.alone.stop()
    clearTimeout(this.timer)
    await Promise.race([Promise.allSettled(this.running), Bun.sleep(graceMs)])
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

  /** Number of due jobs by name (core/jobs/figures.ts). */
  countDue(): Promise<Record<string, number>> {
    return countDue(this.store.read)
  }

  /** Age of the oldest due job by name, in seconds. */
  oldestDueSeconds(): Promise<Record<string, number>> {
    return oldestDueSeconds(this.store.read)
  }

  /** Number of jobs that were parked in the last 30 days because the process stood still during them, by name. */
  async countStalled(): Promise<Record<string, number>> {
    const stalled = await listStalled(this.store.read, new Date(Date.now() - keptMs).toISOString())
    return Object.fromEntries(
      Map.groupBy(stalled, ({ name }) => name)
        .entries()
        .map(([name, { length }]) => [name, length]),
    )
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
        const { self, placesOf, lastName } = this
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
    const limitOf = (name: string) => interruptionsOf(this.handlerOf(name))
    return releaseInterrupted(this.store, { node: this.self.node, limitOf }, stalled)
  }

  private readonly placesOf = (name: string): Places => {
    const { concurrency = 16, perGroup = Math.ceil(concurrency / 4) } = this.handlerOf(name) ?? {}
    return { concurrency, perGroup }
  }

  private handlerOf(name: string): Handler {
    return this.handlers[name as keyof JobHandlers] as Handler
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
      .during(`job ${job.name}`, () => workMarks.during(work, () => this.runOne(job)))
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

  private async runOne(job: ClaimedJob) {
    const handler = this.handlerOf(job.name)
    const ending = new RunEnding(job, this.self.node)
    const error = await this.attempt(job, handler, ending)
    if (ending.isStored) return logLateError(job, error)
    const outcome = outcomeOf(job, handler, error)
    if (outcome.is === 'parked' || (outcome.is === 'later' && outcome.error)) logFailure(job, outcome, error)
    const stored = await this.record(job, outcome)
    if (stored?.is === 'parked') await this.notifyParked(job)
  }

  /** Runs the handler. Returns its error, or null when it succeeded. */
  private async attempt(job: ClaimedJob, handler: Handler, ending: RunEnding): Promise<unknown> {
    try {
      if (!handler) throw new Error(`no handler for ${job.name}`)
      const hasFailed = job.lastError !== null
      if (hasFailed && job.interrupted >= interruptionsOf(handler)) throw new ProcessEndedError()
      const attempt = { number: job.attempts, last: job.attempts === attemptsOf(handler), ending }
      const payload = parseJson(job.payload) as never
      await withTimeout(handler.run(this.scopeFor(job.companyId), payload, attempt), handler.timeoutSeconds ?? 60)
      return null
    } catch (error) {
      return error ?? new Error('nothing was thrown')
    }
  }

  private reportStalled(job: StalledJob) {
    const { id, companyId, name } = job
    log.error({ job: name, id, companyId }, 'a job was parked: the process stood still during it and was ended')
    return workMarks.during(new Work('job', id), () => this.notifyParked(job))
  }

  private async notifyParked(job: Pick<ClaimedJob, 'id' | 'companyId' | 'name' | 'payload'>) {
    try {
      await this.handlerOf(job.name)?.parked?.(this.scopeFor(job.companyId), parseJson(job.payload) as never)
    } catch (error) {
      log.error({ job: job.name, id: job.id, err: error }, 'a parked job could not be reported')
    }
  }

  /** False once this process has claimed the job again: it was released, because this process had seemed to have ended. */
  private isLastRun(job: ClaimedJob): boolean {
    return this.runs.get(job.id) === job
  }

  /** Stores an outcome, retrying every second: while the disk is full, the job stays claimed. */
  private async record(job: ClaimedJob, outcome: Outcome) {
    for (;;) {
      if (!this.isLastRun(job)) return
      try {
        return await this.outcomes.put(job, outcome)
      } catch {
        if (this.stopped) return // released at the next start
        await Bun.sleep(pollMs)
      }
    }
  }
}

function outcomeOf(job: ClaimedJob, handler: Handler, error: unknown): Outcome {
  if (error === null) return { is: 'done' }
  if (error instanceof WaitFor) return { is: 'waiting', event: error.event }
  // Never below 1: a job that has begun keeps its lane against younger jobs.
  if (error instanceof NotYet)
    return { is: 'later', runAt: after(error.seconds), attempts: Math.max(1, job.attempts - 1) }
  const text = String(error).slice(0, 500)
  if (job.attempts >= attemptsOf(handler) || error instanceof ProcessEndedError) return { is: 'parked', error: text }
  const wait = Math.min((handler?.backoffSeconds ?? 5) * 2 ** (job.attempts - 1), 3600)
  return { is: 'later', runAt: after(wait * (0.7 + Math.random() * 0.6)), attempts: job.attempts, error: text }
}

const logFailure = ({ name, id, attempts }: ClaimedJob, { is }: Outcome, err: unknown) =>
  log.warn({ job: name, id, attempt: attempts, parked: is === 'parked', err }, 'a job failed')

function logLateError({ name, id }: ClaimedJob, err: unknown) {
  if (err !== null) log.warn({ job: name, id, err }, 'a job failed after it had stored its end')
}

const interruptionsOf = (handler: Handler) => handler?.interruptions ?? 8
const attemptsOf = (handler: Handler) => handler?.attempts ?? 8
const after = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

async function withTimeout(work: Promise<unknown>, seconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`cut after ${seconds} s`)), seconds * 1000)
  })
  try {
    await Promise.race([work, cut])
  } finally {
    clearTimeout(timer)
  }
}
