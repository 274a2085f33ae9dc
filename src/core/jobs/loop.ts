import { log } from '../log'
import type { Scope } from '../scope'
import type { Store } from '../storage/db'
import type { CompanyId } from '../storage/schema'
import { type Claimed, claimJobs, type Places } from './claim'
import { countDue, oldestDueSeconds } from './figures'
import type { JobHandler, JobHandlers } from './job'
import { NotYet, WaitFor } from './job'
import { type Outcome, storeOutcome } from './outcome'
import { awaitedEvents, releaseInterrupted, releaseWaiting } from './release'

class Deadly extends Error {
  constructor() {
    super('the process ended every time this job ran')
  }
}

type Handler = JobHandler<never> | undefined

const pollMs = 1000

/**
 * The durable job loop of the process: rows are the truth, this only runs them. What was running when the process ended
 * is released at the next start and counted, so that a job that kills the process still reaches its limit.
 */
export class JobLoop {
  /** Names this process in the rows it runs. */
  private readonly node = crypto.randomUUID()
  /** The name of the job claimed last: the next claim begins with the names behind it. */
  private lastName: string | undefined
  private readonly running = new Map<number, Promise<void>>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private looking = false
  private again = false
  private stopped = true

  constructor(
    private readonly store: Store,
    private readonly handlers: JobHandlers,
    private readonly scopeFor: (companyId: CompanyId) => Scope,
  ) {}

  /** Releases what a dead process held and begins. */
  async start() {
    await releaseInterrupted(this.store, this.node)
    this.stopped = false
    this.wake()
  }

  /** Looks for work soon; called after every commit that enqueued. */
  wake = () => {
    if (this.stopped) return
    if (this.looking) this.again = true
    else void this.look()
  }

  /** No new work; resolves when what runs has ended, or after `graceMs`. */
  async stop(graceMs = 5000) {
    this.stopped = true
    clearTimeout(this.timer)
    await Promise.race([Promise.allSettled(this.running.values()), Bun.sleep(graceMs)])
  }

  /** The event has come: what waited for it is due again. */
  release(event: string): Promise<void> {
    return releaseWaiting(this.store, event, this.wake)
  }

  /** What jobs wait for at present; whoever knows an event has come meanwhile releases it. */
  awaited(): Promise<string[]> {
    return awaitedEvents(this.store.read)
  }

  /** How many jobs of each name are due (core/jobs/figures.ts). */
  countDue(): Promise<Record<string, number>> {
    return countDue(this.store.read)
  }

  /** For how many seconds the oldest due job of each name has been due. */
  oldestDueSeconds(): Promise<Record<string, number>> {
    return oldestDueSeconds(this.store.read)
  }

  /** Runs everything due until nothing is left; for tests and for draining. */
  async settle() {
    this.stopped = false
    this.wake()
    while (this.looking || this.running.size > 0) await new Promise((resolve) => setImmediate(resolve))
    this.stopped = true
    clearTimeout(this.timer)
  }

  private async look() {
    this.looking = true
    clearTimeout(this.timer)
    try {
      do {
        this.again = false
        const { node, placesOf, lastName } = this
        const claimed = await claimJobs(this.store, { node, placesOf, lastName })
        for (const job of claimed) this.launch(job)
        this.lastName = claimed.at(-1)?.name
        if (claimed.length > 0) this.again = true // one claim takes only some of what is due
      } while (this.again && !this.stopped)
    } catch (error) {
      log.error({ err: error }, 'the job loop could not look for work')
    } finally {
      this.looking = false
      if (!this.stopped) this.timer = setTimeout(this.wake, pollMs)
    }
  }

  private readonly placesOf = (name: string): Places => {
    const { concurrency = 16, perGroup = Math.ceil(concurrency / 4) } = this.handlerOf(name) ?? {}
    return { concurrency, perGroup }
  }

  private handlerOf(name: string): Handler {
    return this.handlers[name as keyof JobHandlers] as Handler
  }

  private launch(job: Claimed) {
    const done = this.runOne(job).finally(() => {
      this.running.delete(job.id)
      this.wake() // its lane or its place may be what another waits for
    })
    this.running.set(job.id, done)
  }

  private async runOne(job: Claimed) {
    const handler = this.handlerOf(job.name)
    const error = await this.attempt(job, handler)
    const outcome = outcomeOf(job, handler, error)
    if (outcome.is === 'parked' || (outcome.is === 'later' && outcome.error)) logFailure(job, outcome, error)
    const stored = await this.record(job, outcome)
    if (stored?.is === 'parked') await this.tellParked(job, handler)
  }

  /** What it threw, or null when it is done. */
  private async attempt(job: Claimed, handler: Handler): Promise<unknown> {
    try {
      if (!handler) throw new Error(`no handler for ${job.name}`)
      if (job.interrupted >= (handler.interruptions ?? 8)) throw new Deadly()
      const attempt = { number: job.attempts, last: job.attempts === attemptsOf(handler) }
      const payload = JSON.parse(job.payload) as never
      await withTimeout(handler.run(this.scopeFor(job.companyId), payload, attempt), handler.timeoutSeconds ?? 60)
      return null
    } catch (error) {
      return error ?? new Error('nothing was thrown')
    }
  }

  private async tellParked(job: Claimed, handler: Handler) {
    try {
      await handler?.parked?.(this.scopeFor(job.companyId), JSON.parse(job.payload) as never)
    } catch (error) {
      log.error({ job: job.name, id: job.id, err: error }, 'nobody could be told of a parked job')
    }
  }

  /** Stores an outcome, as often as it takes: with a full disk the job stays taken until there is room again. */
  private async record(job: Claimed, outcome: Outcome) {
    for (;;) {
      try {
        return await storeOutcome(this.store, job, this.node, outcome)
      } catch {
        if (this.stopped) return // released at the next start
        await Bun.sleep(pollMs)
      }
    }
  }
}

function outcomeOf(job: Claimed, handler: Handler, error: unknown): Outcome {
  if (error === null) return { is: 'done' }
  if (error instanceof WaitFor) return { is: 'waiting', event: error.event }
  // Never below 1: what waits has begun, and so keeps holding its lane against younger jobs.
  if (error instanceof NotYet)
    return { is: 'later', runAt: after(error.seconds), attempts: Math.max(1, job.attempts - 1) }
  const text = String(error).slice(0, 500)
  if (job.attempts >= attemptsOf(handler) || error instanceof Deadly) return { is: 'parked', error: text }
  const wait = Math.min((handler?.backoffSeconds ?? 5) * 2 ** (job.attempts - 1), 3600)
  return { is: 'later', runAt: after(wait * (0.7 + Math.random() * 0.6)), attempts: job.attempts, error: text }
}

const logFailure = ({ name, id, attempts }: Claimed, { is }: Outcome, err: unknown) =>
  log.warn({ job: name, id, attempt: attempts, parked: is === 'parked', err }, 'a job failed')

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
