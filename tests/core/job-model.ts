import type { JobOptions } from '../../src/core/jobs/job'
import type { Jobs } from '../../src/jobs'

/** One job as the rules of the queue say it must be. */
export interface ModelJob {
  n: number
  companyId: number
  name: keyof Jobs
  lane: string | null
  group: string
  key: string | null
  runAt: string
  waitsFor: string | null
  state: 'idle' | 'running' | 'done' | 'gone' | 'parked'
  /** Ran before, so that it holds its lane until it ends. */
  begun: boolean
  superseded: boolean
}

export interface Places {
  concurrency: number
  perGroup: number
}

/** The rules of the queue, written down a second time: what must and what may happen next, without any index. */
export class JobModel {
  readonly jobs: ModelJob[] = []
  /** Per waiting group: how many jobs of its name were started since it has had one to claim. */
  private readonly overtaken = new Map<string, number>()

  constructor(private readonly places: Record<string, Places>) {}

  enqueue(companyId: number, name: keyof Jobs, options: JobOptions): ModelJob {
    const { key = null, group = '', waitsFor = null, runAt = new Date() } = options
    const lane = options.lane ?? (key === null ? null : `${name} ${key}`)
    if (key !== null) this.cancel(companyId, name, key)
    const job: ModelJob = {
      ...{ n: this.jobs.length, companyId, name, lane, group, key, waitsFor, runAt: runAt.toISOString() },
      ...{ state: 'idle', begun: false, superseded: false },
    }
    this.jobs.push(job)
    return job
  }

  cancel(companyId: number, name: keyof Jobs, key: string) {
    for (const job of this.jobs.filter((job) => job.companyId === companyId && job.name === name && job.key === key)) {
      if (job.state === 'idle') job.state = 'gone'
      if (job.state === 'running') job.superseded = true
    }
  }

  /** The run of a job begins. Throws when a rule forbids that. */
  start(n: number) {
    const job = this.jobs[n] as ModelJob
    if (job.state !== 'idle') throw new Error(`job ${n} started while ${job.state}`)
    const why = this.hindrance(job)
    if (why) throw new Error(`job ${n} started although ${why}`)
    job.state = 'running'
    job.begun = true
    for (const [group, count] of this.overtaken)
      if (group.startsWith(`${job.name} `)) this.overtaken.set(group, count + 1)
    this.overtaken.delete(groupOf(job))
  }

  end(n: number, change: Partial<ModelJob> & { state: ModelJob['state'] }) {
    const job = this.jobs[n] as ModelJob
    Object.assign(job, change, job.superseded && { state: change.state === 'done' ? 'done' : 'gone' })
  }

  /** The process is killed: what ran is idle again, except for what was superseded. */
  kill() {
    for (const job of this.running()) job.state = job.superseded ? 'gone' : 'idle'
  }

  /** Nothing moves any more: whatever may run must run, and no group may be passed over for long. */
  checkQuiet() {
    const claimable = this.jobs.filter((job) => job.state === 'idle' && this.hindrance(job) === null)
    if (claimable.length > 0) throw new Error(`job ${claimable[0]?.n} could run and does not`)
    const waiting = new Set(this.jobs.filter((job) => job.state === 'idle' && this.isNext(job)).map(groupOf))
    for (const group of this.overtaken.keys()) if (!waiting.has(group)) this.overtaken.delete(group)
    for (const group of waiting) if (!this.isFull(group)) this.checkTurn(group)
  }

  running(): ModelJob[] {
    return this.jobs.filter(({ state }) => state === 'running')
  }

  /** A group with a free place of its own waits for the installation's: all others come before it once at most. */
  private checkTurn(group: string) {
    const name = group.slice(0, group.indexOf(' '))
    const groups = new Set(this.jobs.filter((job) => job.name === name).map(groupOf)).size
    const count = this.overtaken.get(group) ?? 0
    this.overtaken.set(group, count)
    if (count > groups) throw new Error(`${count} jobs were started before one of ${group}`)
  }

  private isFull(group: string): boolean {
    const name = group.slice(0, group.indexOf(' '))
    const running = this.running().filter((job) => groupOf(job) === group).length
    return running >= (this.places[name]?.perGroup as number)
  }

  /** Why a job may not start now, or null. */
  private hindrance(job: ModelJob): string | null {
    const { concurrency, perGroup } = this.places[job.name] as Places
    const running = this.running()
    const ofName = running.filter(({ name }) => name === job.name)
    if (!this.isNext(job)) return 'it is not its turn in its lane'
    if (ofName.length >= concurrency) return 'all places of its name are taken'
    if (ofName.filter((other) => groupOf(other) === groupOf(job)).length >= perGroup) return 'its group has no place'
    return null
  }

  /** Due, and the one of its lane that comes first. */
  private isNext(job: ModelJob): boolean {
    if (job.waitsFor !== null || !isDue(job)) return false
    if (job.lane === null) return true
    const others = this.jobs.filter(
      (other) => other !== job && other.companyId === job.companyId && other.lane === job.lane && isLive(other),
    )
    if (others.some(({ state }) => state === 'running')) return false
    if (others.some(({ begun }) => begun)) return false
    return job.begun || others.filter(isDue).every((other) => isBefore(job, other))
  }
}

const groupOf = ({ companyId, name, group }: ModelJob) => `${name} ${companyId}/${group}`
const isLive = ({ state }: ModelJob) => state === 'idle' || state === 'running'
const isDue = ({ runAt }: ModelJob) => runAt <= new Date().toISOString()
const isBefore = (a: ModelJob, b: ModelJob) => a.runAt < b.runAt || (a.runAt === b.runAt && a.n < b.n)
