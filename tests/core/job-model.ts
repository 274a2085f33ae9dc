import type { JobOptions, Jobs } from '../../src/core/jobs/job'

/** Expected state of one job. */
interface ModelJob {
  n: number
  companyId: number
  name: keyof Jobs
  lane: string | null
  group: string
  key: string | null
  runAt: string
  waitsFor: string | null
  state: 'idle' | 'running' | 'done' | 'gone' | 'parked'
  /** True once it has run: it then holds its lane until it ends. */
  begun: boolean
  superseded: boolean
}

interface Places {
  concurrency: number
  perGroup: number
}

/** Reference implementation of the queue's rules over a plain list: decides which jobs may run and which must. */
export class JobModel {
  readonly jobs: ModelJob[] = []
  /** By waiting group: number of jobs of its name that started since the group has had a due job. */
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

  /** Marks a job as running. @throws Error when a rule forbids it to run now */
  start(n: number) {
    const job = this.jobs[n] as ModelJob
    if (job.state !== 'idle') throw new Error(`job ${n} started while ${job.state}`)
    const why = this.reasonToWait(job)
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

  /** Ends the process: running jobs become idle again, superseded ones are removed. */
  kill() {
    for (const job of this.running()) job.state = job.superseded ? 'gone' : 'idle'
  }

  /** Checks an idle loop. @throws Error when a job could run but does not, or a group waited for more than its turn */
  checkIdle() {
    const claimable = this.jobs.filter((job) => job.state === 'idle' && this.reasonToWait(job) === null)
    if (claimable.length > 0) throw new Error(`job ${claimable[0]?.n} could run and does not`)
    const waiting = new Set(this.jobs.filter((job) => job.state === 'idle' && this.isNext(job)).map(groupOf))
    for (const group of this.overtaken.keys()) if (!waiting.has(group)) this.overtaken.delete(group)
    for (const group of waiting) if (!this.isFull(group)) this.checkTurn(group)
  }

  running(): ModelJob[] {
    return this.jobs.filter(({ state }) => state === 'running')
  }

  /** Checks a group that waits for a place of the installation: each other group may start at most one job before it. */
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

  /** Returns why a job may not start now, or null. */
  private reasonToWait(job: ModelJob): string | null {
    const { concurrency, perGroup } = this.places[job.name] as Places
    const running = this.running()
    const ofName = running.filter(({ name }) => name === job.name)
    if (!this.isNext(job)) return 'it is not its turn in its lane'
    if (ofName.length >= concurrency) return 'all places of its name are taken'
    if (ofName.filter((other) => groupOf(other) === groupOf(job)).length >= perGroup) return 'its group has no place'
    return null
  }

  /** True when the job is due and the first of its lane. */
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
