import type { Jobs } from '../jobs'
import type { Handle, Store } from './db'
import { log } from './log'
import type { CompanyId } from './schema'
import type { Scope } from './scope'
import { hot, type TenantDb } from './tenant'

export interface JobOptions {
  runAt?: Date
  /** Jobs of one lane run one at a time, oldest first; a failing one holds the lane until it succeeds or is spent. */
  lane?: string
  /** Not looked at until `release` of this event; its place in the lane stays. */
  waitsFor?: string | null
}

export interface JobHandler<Payload> {
  /** May run twice for one row: a crash between the work and its removal repeats it. */
  run(scope: Scope, payload: Payload, attempt: { number: number; last: boolean }): Promise<unknown>
  /** Called once when the job is given up, so that a person can see it. */
  parked?(scope: Scope, payload: Payload): Promise<unknown>
  /** Failures before it is parked (default 8, reliability.md experiment 15). */
  attempts?: number
  /** Runs that the end of the process cut short before it is parked (default 8): it may be what ends the process. */
  interruptions?: number
  /** First wait; doubles with each attempt up to an hour, ±30 %. */
  backoffSeconds?: number
  /** A run is cut after this long (default 60). */
  timeoutSeconds?: number
  /** How many of this name run at once (default 16). */
  concurrency?: number
}
export type JobHandlers = { [J in keyof Jobs]: JobHandler<Jobs[J]> }

/** Thrown by a handler that cannot work before an event: set aside until `release` of it, no attempt counted. */
export class WaitFor extends Error {
  constructor(readonly event: string) {
    super(`waits for ${event}`)
  }
}

/** Thrown by a handler that cannot work yet through no fault of its own: tried later, no attempt counted. */
export class NotYet extends Error {
  constructor(readonly seconds: number) {
    super('not yet')
  }
}

class Deadly extends Error {
  constructor() {
    super('the process ended every time this job ran')
  }
}

interface Claimed {
  id: number
  companyId: CompanyId
  name: keyof Jobs
  payload: string
  lane: string | null
  attempts: number
  interrupted: number
}

const insertJob = hot<{ name: string; payload: string; lane: string | null; runAt: string; waitsFor: string | null }>()(
  (db, p) =>
    db.insert('jobs', {
      name: p('name'),
      payload: p('payload'),
      lane: p('lane'),
      runAt: p('runAt'),
      waitsFor: p('waitsFor'),
      lockedAt: null,
      failedAt: null,
      lastError: null,
    }),
)

/** Writes the job's row with the handle given: in the caller's transaction both happen or neither. */
export async function enqueue(db: TenantDb, name: keyof Jobs, payload: unknown, options: JobOptions = {}) {
  const { runAt = new Date(), lane = null, waitsFor = null } = options
  await db.run(insertJob, { name, payload: JSON.stringify(payload), lane, waitsFor, runAt: runAt.toISOString() })
}

const batch = 64
const pollMs = 1000

/**
 * The durable job loop of the process: rows are the truth, this only runs them. What was running when the process ended
 * is released at the next start and counted, so that a job that kills the process still reaches its limit.
 */
export class JobLoop {
  private readonly running = new Map<number, { name: keyof Jobs; lane: string | null; done: Promise<void> }>()
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
    await this.store.write(({ kysely }) =>
      kysely
        .updateTable('jobs')
        .set(({ eb }) => ({
          lockedAt: null,
          attempts: eb('attempts', '-', 1),
          interrupted: eb('interrupted', '+', 1),
        }))
        .where('lockedAt', 'is not', null)
        .execute(),
    )
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
    const ending = Promise.allSettled([...this.running.values()].map(({ done }) => done))
    await Promise.race([ending, Bun.sleep(graceMs)])
  }

  /** The event has come: what waited for it is due again. */
  async release(event: string) {
    await this.write('update jobs set waitsFor = null where waitsFor = ?', event)
    this.wake()
  }

  /** What jobs wait for at present; whoever knows an event has come meanwhile releases it. */
  awaited(): string[] {
    const rows = this.store.read.statements.get('select distinct waitsFor from jobs where waitsFor is not null').all()
    return (rows as { waitsFor: string }[]).map(({ waitsFor }) => waitsFor)
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
        for (const job of await this.claim()) this.launch(job)
      } while (this.again && !this.stopped)
    } catch (error) {
      log.error({ err: error }, 'the job loop could not look for work')
    } finally {
      this.looking = false
      if (!this.stopped) this.timer = setTimeout(this.wake, pollMs)
    }
  }

  /** Takes the due jobs whose lane and name have room: attempts + 1 and the lock, stored before any of them runs. */
  private async claim(): Promise<Claimed[]> {
    const candidates = this.due()
    const chosen = this.choose(candidates)
    if (chosen.length === 0) return []
    const now = new Date().toISOString()
    await this.store.write(async ({ statements }) => {
      const lock = statements.get('update jobs set lockedAt = ?, attempts = attempts + 1 where id = ?')
      for (const { id } of chosen) lock.run(now, id)
    })
    return chosen.map((job) => ({ ...job, attempts: job.attempts + 1 }))
  }

  private due(): Claimed[] {
    const busyLane = `exists (select 1 from jobs k where k.lane = j.lane and k.id <> j.id and k.failedAt is null
      and (k.lockedAt is not null or (k.waitsFor is not null and k.id < j.id)
        or (k.attempts + k.interrupted > 0 and (j.attempts + j.interrupted = 0 or k.id < j.id))))`
    const text = `select j.id, j.companyId, j.name, j.payload, j.lane, j.attempts, j.interrupted from jobs j
      where j.lockedAt is null and j.failedAt is null and j.waitsFor is null and j.runAt <= ?
      and (j.lane is null or not ${busyLane}) order by j.runAt, j.id limit ${batch * 4}`
    return this.store.read.statements.get(text).all(new Date().toISOString()) as Claimed[]
  }

  private choose(candidates: Claimed[]): Claimed[] {
    const lanes = new Set([...this.running.values()].map(({ lane }) => lane))
    const counts = new Map<keyof Jobs, number>()
    for (const { name } of this.running.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
    const chosen: Claimed[] = []
    for (const job of candidates) {
      const count = counts.get(job.name) ?? 0
      if (chosen.length >= batch || count >= (this.handlers[job.name]?.concurrency ?? 16)) continue
      if (job.lane !== null && lanes.has(job.lane)) continue
      lanes.add(job.lane)
      counts.set(job.name, count + 1)
      chosen.push(job)
    }
    return chosen
  }

  private launch(job: Claimed) {
    const done = this.runOne(job).finally(() => {
      this.running.delete(job.id)
      this.wake() // its lane or its place may be what another waits for
    })
    this.running.set(job.id, { name: job.name, lane: job.lane, done })
  }

  private async runOne(job: Claimed) {
    const handler = this.handlers[job.name] as JobHandler<never> | undefined
    const error = await this.attempt(job, handler)
    if (error === null) return this.record('delete from jobs where id = ?', job.id)
    if (error instanceof WaitFor) return this.record(setAside, error.event, job.id)
    if (error instanceof NotYet) return this.record(waitsInPlace, later(error.seconds), job.id)
    const parked = job.attempts >= attemptsOf(handler) || error instanceof Deadly
    const wait = Math.min((handler?.backoffSeconds ?? 5) * 2 ** (job.attempts - 1), 3600)
    log.warn({ job: job.name, id: job.id, attempt: job.attempts, parked, err: error }, 'a job failed')
    const failedAt = parked ? new Date().toISOString() : null
    await this.record(failed, failedAt, later(wait * (0.7 + Math.random() * 0.6)), String(error).slice(0, 500), job.id)
    if (parked) await this.tellParked(job, handler)
  }

  /** What it threw, or null when it is done. */
  private async attempt(job: Claimed, handler: JobHandler<never> | undefined): Promise<unknown> {
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

  private async tellParked(job: Claimed, handler: JobHandler<never> | undefined) {
    try {
      await handler?.parked?.(this.scopeFor(job.companyId), JSON.parse(job.payload) as never)
    } catch (error) {
      log.error({ job: job.name, id: job.id, err: error }, 'nobody could be told of a parked job')
    }
  }

  /** Stores an outcome, as often as it takes: with a full disk the job stays taken until there is room again. */
  private async record(text: string, ...values: (string | number | null)[]) {
    for (;;) {
      try {
        return await this.write(text, ...values)
      } catch {
        if (this.stopped) return // released at the next start
        await Bun.sleep(pollMs)
      }
    }
  }

  private write(text: string, ...values: (string | number | null)[]) {
    return this.store.write(async ({ statements }: Handle) => void statements.get(text).run(...values))
  }
}

/** Never below 1: what waits has begun, and so keeps holding its lane against younger jobs. */
const waitsInPlace = 'update jobs set lockedAt = null, attempts = max(1, attempts - 1), runAt = ? where id = ?'
const setAside = 'update jobs set lockedAt = null, attempts = max(0, attempts - 1), waitsFor = ? where id = ?'
const failed = 'update jobs set lockedAt = null, failedAt = ?, runAt = ?, lastError = ? where id = ?'

const attemptsOf = (handler: JobHandler<never> | undefined) => handler?.attempts ?? 8
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

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
