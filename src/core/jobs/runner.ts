import { parseJson } from '../../shared/json'
import { log } from '../log'
import { Work, workMarks } from '../process/work-marks'
import type { Scope } from '../scope'
import type { CompanyId } from '../storage/schema'
import type { ClaimedJob, Places } from './claimant'
import { RunEnding } from './ending'
import type { JobHandlers } from './job'
import { jobCounts } from './job-counts'
import type { Outcome } from './outcome'
import { attemptsOf, type Handler, interruptionsOf, outcomeOf, ProcessEndedError } from './outcome-of'
import type { StalledJob } from './stalled'

interface Given {
  /** Identifies this process in the rows it has claimed. */
  node: string
  handlers: JobHandlers
  scopeFor: (companyId: CompanyId) => Scope
  /** Stores an outcome; undefined when the job is no longer this process's. */
  record: (job: ClaimedJob, outcome: Outcome) => Promise<Outcome | undefined>
}

/** Runs claimed jobs: calls the handler of the name, judges the outcome, has it stored, and reports parked jobs. */
export class JobRunner {
  constructor(private readonly given: Given) {}

  /** Number of interruptions from which a job of this name that had failed is parked. */
  readonly interruptionsOf = (name: string): number => interruptionsOf(this.handlerOf(name))

  /** Number of jobs of this name that run at the same time, in all and of one group. */
  readonly placesOf = (name: string): Places => {
    const { concurrency = 16, perGroup = Math.ceil(concurrency / 4) } = this.handlerOf(name) ?? {}
    return { concurrency, perGroup }
  }

  /** Runs a job once. Never rejects for an error of the handler. */
  async run(job: ClaimedJob) {
    const handler = this.handlerOf(job.name)
    const ending = new RunEnding(job, this.given.node)
    const error = await this.attempt(job, handler, ending)
    const outcome = ending.isStored ? ({ is: 'done' } as const) : outcomeOf(job, handler, error)
    jobCounts.count(job.name, outcome)
    if (ending.isStored) return logLateError(job, error)
    if (outcome.is === 'parked' || (outcome.is === 'later' && outcome.error)) logFailure(job, outcome, error)
    const stored = await this.given.record(job, outcome)
    if (stored?.is === 'parked') await this.notifyParked(job)
  }

  /** Reports a job that was parked because the process stood still during it. */
  reportStalled(job: StalledJob) {
    const { id, companyId, name } = job
    log.error({ job: name, id, companyId }, 'a job was parked: the process stood still during it and was ended')
    return workMarks.during(new Work('job', id), () => this.notifyParked(job))
  }

  private handlerOf(name: string): Handler {
    return this.given.handlers[name as keyof JobHandlers] as Handler
  }

  /** Runs the handler. Returns its error, or null when it succeeded. */
  private async attempt(job: ClaimedJob, handler: Handler, ending: RunEnding): Promise<unknown> {
    try {
      if (!handler) throw new Error(`no handler for ${job.name}`)
      const hasFailed = job.lastError !== null
      if (hasFailed && job.interrupted >= interruptionsOf(handler)) throw new ProcessEndedError()
      const attempt = { number: job.attempts, last: job.attempts === attemptsOf(handler), ending }
      const payload = parseJson(job.payload) as never
      await withTimeout(handler.run(this.given.scopeFor(job.companyId), payload, attempt), handler.timeoutSeconds ?? 60)
      return null
    } catch (error) {
      return error ?? new Error('nothing was thrown')
    }
  }

  private async notifyParked(job: Pick<ClaimedJob, 'id' | 'companyId' | 'name' | 'payload'>) {
    try {
      await this.handlerOf(job.name)?.parked?.(this.given.scopeFor(job.companyId), parseJson(job.payload) as never)
    } catch (error) {
      log.error({ job: job.name, id: job.id, err: error }, 'a parked job could not be reported')
    }
  }
}

const logFailure = ({ name, id, attempts }: ClaimedJob, { is }: Outcome, err: unknown) =>
  log.warn({ job: name, id, attempt: attempts, parked: is === 'parked', err }, 'a job failed')

function logLateError({ name, id }: ClaimedJob, err: unknown) {
  if (err !== null) log.warn({ job: name, id, err }, 'a job failed after it had stored its end')
}

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
