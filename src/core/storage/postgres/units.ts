import { AppError } from '../../../shared/errors'
import { log } from '../../log'
import type { Handle } from '../db'
import type { CompanyId } from '../schema'
import { isLostLine, isServerFull, isWorthRepeating } from './failures'
import { DeadlineError, type Line, type Lines } from './lines'
import { lockOfCompany } from './lock-of-company'
import { limitTransaction } from './row-security'

/** Longest time of a statement of a unit in ms; then its line is dropped and nothing of the unit is stored. */
export const unitDeadlineMs = 30_000
/** Attempts at a unit that the server ends in favour of another, or whose line was lost before its commit. */
const maxAttempts = 4
/**
 * Time in ms after which the server ends a unit without order that has no statement under way: its process stands still,
 * and others skip the rows that it has locked.
 */
const unorderedIdleMs = 10_000

/** The answer to a commit was lost: the unit may be stored or not. */
class UnknownCommit extends Error {}

/**
 * Runs units of writes, each in one transaction at READ COMMITTED. Units of one company run one after the other: those
 * of this process wait in a queue, so that they do not hold the lines; those of other processes wait for a lock in the
 * database (docs/adr/0115).
 */
export class Units {
  /** Called with the error when a unit could not be stored. */
  readonly failureListeners: ((error: unknown) => void)[] = []
  /** True from a write that the server's disk had no room for until the next one that it stores. */
  isFull = false
  private isRefusing = false
  private running = 0
  /** The last unit of each company that has units. */
  private readonly tails = new Map<number, Promise<unknown>>()

  constructor(
    private readonly lines: Lines,
    private readonly handleOf: (line: Line) => Handle,
    private readonly hasRowSecurity: boolean,
  ) {}

  /**
   * Runs the work in a transaction, after the units of the company (0: of none) or, with null, in no order.
   * @throws what the work throws; ERR_STORAGE when it could not be stored
   */
  async write<R>(work: (tx: Handle) => Promise<R>, companyId: CompanyId | 0 | null = 0): Promise<R> {
    if (this.isRefusing) throw new AppError('ERR_STORAGE')
    this.running++
    try {
      const run = () => this.attempt(work, beginText(companyId, this.hasRowSecurity))
      return await (companyId === null ? run() : this.inOrder(companyId, run))
    } finally {
      this.running--
    }
  }

  /** Refuses every unit from now on. */
  refuse() {
    this.isRefusing = true
  }

  /** Resolves when no unit is waiting or running. */
  async idle() {
    while (this.running > 0) await new Promise((resolve) => setImmediate(resolve))
  }

  private inOrder<R>(companyId: number, run: () => Promise<R>): Promise<R> {
    const before = this.tails.get(companyId)
    const unit = before ? before.then(run, run) : run()
    this.tails.set(companyId, unit)
    const forget = () => {
      if (this.tails.get(companyId) === unit) this.tails.delete(companyId)
    }
    unit.then(forget, forget)
    return unit
  }

  private async attempt<R>(work: (tx: Handle) => Promise<R>, begin: string): Promise<R> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await this.lines.use((line) => this.transact(line, work, begin))
        if (this.isFull) this.endFull()
        return result
      } catch (error) {
        const mayRepeat = isWorthRepeating(error) || isLostLine(error)
        if (mayRepeat && attempt < maxAttempts) continue
        throw this.judged(error)
      }
    }
  }

  private async transact<R>(line: Line, work: (tx: Handle) => Promise<R>, begin: string): Promise<R> {
    await line.runSimply(begin)
    let result: R
    try {
      result = await work(this.handleOf(line))
    } catch (error) {
      if (!line.isLost) await line.runSimply('rollback').catch(() => line.drop())
      throw error
    }
    await line.commit().catch((error) => {
      throw line.isLost ? new UnknownCommit('the answer to a commit was lost', { cause: error }) : error
    })
    return result
  }

  /** ERR_STORAGE for a failure of the database; errors of the work stay as they are. */
  private judged(error: unknown): unknown {
    const isOfStorage =
      isLostLine(error) || isServerFull(error) || error instanceof DeadlineError || error instanceof UnknownCommit
    if (!isOfStorage) return error
    if (!isServerFull(error)) log.error({ err: error }, 'a unit of writes was not stored')
    else if (!this.isFull) log.error('the disk of the database is full: nothing new is stored until there is room')
    if (isServerFull(error)) this.isFull = true
    for (const listener of this.failureListeners) listener(error)
    return new AppError('ERR_STORAGE', {}, { cause: error })
  }

  private endFull() {
    this.isFull = false
    log.info('the disk of the database has room again: writes are stored')
  }
}

/**
 * Reads a few rows by their keys in the order of an index. Without statistics, such as before the first analysis of a
 * table, the server would read and sort all due rows for each group of a claim. The planner adds a large cost to each
 * method that is off, above which the server would compile each statement.
 */
const keysOnly = 'set local enable_seqscan = off; set local enable_sort = off; set local jit = off'

/** Begins a transaction, in the order of the units of a company or in none. */
const beginText = (companyId: CompanyId | 0 | null, hasRowSecurity: boolean) => {
  if (companyId === null)
    return `begin; set local idle_in_transaction_session_timeout = ${unorderedIdleMs}; ${keysOnly}`
  const limit = hasRowSecurity && companyId !== 0 ? `${limitTransaction(companyId)}; ` : ''
  return `begin; ${limit}${lockOfCompany(companyId)}`
}
