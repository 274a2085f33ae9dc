import { AppError } from '../../../shared/errors'
import { log } from '../../log'
import { type Work, workMarks } from '../../process/work-marks'
import { nextLoopTurn } from '../../process/work-slices'
import { type Disk, isFullDisk } from './disk'
import type { SqliteHandle } from './handle'

/** Writes of one caller, stored completely or not at all, with the callbacks of the caller's promise. */
interface Unit {
  work(tx: SqliteHandle): Promise<unknown>
  /** Work whose part the unit is; undefined for a unit of a request. */
  owner: Work | undefined
  resolve(value: unknown): void
  reject(error: unknown): void
}
/** Gives a group its units. */
interface Intake {
  next(): Unit | undefined
  /** False once the group's time is spent. */
  mayJoin(): boolean
}
/** Settles the promise of a unit. */
type Answer = () => void

/** Time for which a group accepts further units, in ms, so that its first unit does not wait for all others. */
const defaultBudgetMs = 25
/** Time in ms that a group's units may take of one turn of the event loop; requests that only read run between them. */
const sliceMs = 1

/**
 * Number of units from which a group waits one turn of the event loop more for each turn that brings another unit. A
 * commit writes each changed page once, so that a larger group takes fewer pages: 7 for each of 9 replies. With 64
 * clients 1.4 to 1.9 times as many replies are accepted, with 4 clients 1.1 to 1.5 times (bench/history/server.md). The
 * only unit of a group does not wait.
 */
const minUnitsToWait = 2

/** A unit failed after it had written: the group is rolled back and runs again with a savepoint around each unit. */
class NeedsSavepoints extends Error {}

/**
 * The only writer of a database, with group commit (docs/adr/0001, docs/adr/0033).
 *
 * The units of one event-loop tick share one transaction, called a group; it takes those of the next ticks, too, while
 * they bring more. While the previous group is being flushed, the next one stays open and accepts more units. A unit is answered when its group is on the disk; in a database in
 * memory, at the commit.
 *
 * A unit that fails undoes only its own writes. If it had written nothing, it is simply refused. Otherwise the group is
 * rolled back and runs again with a savepoint around each unit. Savepoints copy every page a unit touches (a fifth to a
 * third of the cost of accepting a reply, measured), so they are not used at first. A unit may therefore run twice, and
 * its effects outside the database wait for its answer.
 */
export class Writer {
  private waiting: Unit[] = []
  private running = false
  private scheduled = false
  /** Time at which the running group's slice of this turn of the event loop began. */
  private sliceBegan = 0
  /** True from a commit until its group is on the disk. */
  private flushing = false
  /** Continues the group that waits for the flush of the previous one. */
  private resume: () => void = () => {}
  private refusing = false
  /** Work to run while no transaction is open. */
  private pauses: (() => Promise<void>)[] = []
  /**
   * True after a failed flush: the kernel may have dropped the unwritten pages, and the next flush may succeed without
   * them.
   */
  flushFailed = false
  /** True from a write that the disk had no room for until the next one that it stores. */
  isFull = false
  /** Called with SQLite's error when a group could not be stored. */
  readonly failureListeners: ((error: unknown) => void)[] = []

  constructor(
    private readonly handle: SqliteHandle,
    private readonly disk: Disk | null,
    private readonly budget = defaultBudgetMs,
    private readonly slice = sliceMs,
  ) {}

  /**
   * Runs the work in the next group. If it throws, undoes only its writes and rejects.
   * @throws ERR_STORAGE when the group fails
   */
  write(work: (tx: SqliteHandle) => Promise<unknown>): Promise<unknown> {
    if (this.refusing) return Promise.reject(new AppError('ERR_STORAGE'))
    const owner = workMarks.current
    workMarks.leave(owner)
    return new Promise((resolve, reject) => {
      this.waiting.push({ work, owner, resolve, reject })
      if (this.running) this.resume()
      else this.schedule()
    })
  }

  /** Runs the work while no transaction of this handle is open; new writes wait until it has settled. */
  betweenGroups(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.pauses.push(async () => {
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      })
      if (!this.running) this.schedule()
    })
  }

  /** Refuses every write from now on, because the file on the disk is not reliable. */
  refuse() {
    this.refusing = true
  }

  /** Resolves when no write is waiting or running. */
  async idle() {
    while (this.running || this.flushing || this.hasWork()) await new Promise((resolve) => setImmediate(resolve))
  }

  private schedule() {
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(() => void this.run())
  }

  private async run() {
    this.scheduled = false
    this.running = true
    workMarks.beginPass()
    for (const pause of this.pauses.splice(0)) await pause()
    const group: Unit[] = []
    try {
      if (this.waiting.length > 0) this.acknowledge(group, await this.transact(group))
    } catch (error) {
      this.rollBack(group.length > 0 ? group : this.waiting.splice(0), error)
    } finally {
      this.running = false
      if (this.hasWork()) this.schedule()
    }
  }

  private hasWork(): boolean {
    return this.waiting.length > 0 || this.pauses.length > 0
  }

  /** Moves waiting units into `group` until the budget is spent, commits them, and returns their answers. */
  private async transact(group: Unit[]): Promise<Answer[]> {
    const until = performance.now() + this.budget
    const mayJoin = () => group.length === 0 || this.flushing || performance.now() < until
    const next = () => {
      const unit = mayJoin() ? this.waiting.shift() : undefined
      if (unit) group.push(unit)
      return unit
    }
    try {
      return await this.commit({ next, mayJoin }, (unit) => this.attempt(unit))
    } catch (error) {
      if (!(error instanceof NeedsSavepoints)) throw error
      this.handle.statements.sqlite.run('rollback')
      const again = group.values()
      const intake = { next: () => again.next().value ?? next(), mayJoin }
      return await this.commit(intake, (unit) => this.attemptWithSavepoint(unit))
    }
  }

  private async commit(group: Intake, attempt: (unit: Unit) => Promise<Answer>) {
    const { sqlite } = this.handle.statements
    const answers: Answer[] = []
    sqlite.run('begin immediate')
    this.sliceBegan = performance.now()
    do
      for (let unit = group.next(); unit; unit = group.next()) {
        answers.push(await attempt(unit))
        await this.endSlice()
      }
    while ((await this.waitWhileFlushing()) || (await this.waitForMore(answers.length, group)))
    if (this.refusing) throw new AppError('ERR_STORAGE')
    sqlite.run('commit')
    if (this.isFull) this.endFull()
    return answers
  }

  /**
   * Lets a turn of the event loop pass once the slice is over. Other handles see the group only after its commit. A
   * database in memory has one handle, so that its groups are not cut.
   */
  private async endSlice() {
    if (this.disk && performance.now() - this.sliceBegan >= this.slice) await this.nextSlice()
  }

  private async nextSlice() {
    await nextLoopTurn()
    workMarks.beginPass()
    this.sliceBegan = performance.now()
  }

  /** False when no flush is running. Otherwise resolves with true when a unit has arrived or the flush has ended. */
  private async waitWhileFlushing(): Promise<boolean> {
    if (!this.flushing) return false
    await new Promise<void>((resolve) => {
      this.resume = resolve
    })
    this.sliceBegan = performance.now()
    return true
  }

  /** Waits one turn of the event loop; true when it has brought a unit that may join the group. */
  private async waitForMore(units: number, { mayJoin }: Intake): Promise<boolean> {
    if (!this.disk || units < minUnitsToWait || !mayJoin()) return false
    await this.nextSlice()
    return this.waiting.length > 0 && mayJoin()
  }

  private async attempt(unit: Unit): Promise<Answer> {
    const { statements } = this.handle
    const before = statements.writes
    try {
      const value = await this.runUnit(unit)
      return () => unit.resolve(value)
    } catch (error) {
      if (!statements.sqlite.inTransaction) throw error // such as a full disk: SQLite has rolled back the whole group
      if (statements.writes !== before) throw new NeedsSavepoints()
      return () => unit.reject(error)
    }
  }

  private async attemptWithSavepoint(unit: Unit): Promise<Answer> {
    const { statements } = this.handle
    statements.get('savepoint unit').run()
    try {
      const value = await this.runUnit(unit)
      statements.get('release unit').run()
      return () => unit.resolve(value)
    } catch (error) {
      if (!statements.sqlite.inTransaction) throw error
      statements.get('rollback to unit').run()
      statements.get('release unit').run()
      return () => unit.reject(error)
    }
  }

  /** Runs the unit's work. @throws FailedUnit when a statement of it has failed, even where the work has gone on */
  private async runUnit(unit: Unit): Promise<unknown> {
    const { statements } = this.handle
    statements.beginUnit()
    try {
      const value = await this.markedWork(unit)
      statements.assertUnitHolds()
      return value
    } finally {
      statements.endUnit()
    }
  }

  /** Marks the unit's work while its part runs. */
  private markedWork({ work, owner }: Unit): Promise<unknown> {
    workMarks.leave(undefined) // of the unit before
    if (owner) return workMarks.part(owner, () => work(this.handle))
    workMarks.mark(undefined)
    return work(this.handle)
  }

  /**
   * Answers a committed group when it is on the disk. First lets the next group commit, so that the disk does not idle.
   */
  private acknowledge(group: Unit[], answers: Answer[]) {
    const sendAnswers = () => {
      workMarks.beginPass()
      for (const { owner } of group) workMarks.mark(owner)
      for (const answer of answers) answer()
    }
    if (!this.disk) return sendAnswers()
    this.flushing = true
    this.disk.sync().then(
      () => {
        this.endFlush()
        sendAnswers()
      },
      (error) => {
        this.endFlush()
        this.failFlush(error, group)
      },
    )
  }

  /**
   * Refuses every write from now on: pages that failed to reach the disk may be lost although a later flush succeeds.
   */
  failFlush(error: unknown, group: Unit[] = []) {
    this.flushFailed = true
    this.refuse()
    this.fail(group, error)
  }

  private endFlush() {
    this.flushing = false
    this.resume()
  }

  /** Rolls back a failed group; nothing of it is stored. */
  private rollBack(group: Unit[], error: unknown) {
    const { sqlite } = this.handle.statements
    if (sqlite.inTransaction) sqlite.run('rollback')
    this.fail(group, error)
  }

  private fail(group: Unit[], error: unknown) {
    this.logFailure(error, group.length)
    for (const unit of group) unit.reject(new AppError('ERR_STORAGE', {}, { cause: error }))
    for (const listener of this.failureListeners) listener(error)
  }

  /** Logs a full disk once, without a stack: every write fails until there is room. */
  private logFailure(error: unknown, units: number) {
    if (!isFullDisk(error)) return log.error({ err: error, units }, 'a group of writes was not stored')
    if (!this.isFull) log.error('the disk is full: nothing new is stored until there is room')
    this.isFull = true
  }

  private endFull() {
    this.isFull = false
    log.info('the disk has room again: writes are stored')
  }
}
