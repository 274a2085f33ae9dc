import { AppError } from '../../../shared/errors'
import { workMarks } from '../../process/work-marks'
import type { Disk } from './disk'
import { GroupSlice } from './group-slice'
import type { SqliteHandle } from './handle'
import { type Answer, attemptUnit, attemptWithSavepoint, NeedsSavepoints, type Unit } from './unit'
import { WriteFailures } from './write-failures'

/** Gives a group its units. */
interface Intake {
  next(): Unit | undefined
  /** False once the group's time is spent. */
  mayJoin(): boolean
}

/** Time for which a group accepts further units, in ms, so that its first unit does not wait for all others. */
const defaultBudgetMs = 25

/**
 * Number of units from which a group waits one turn of the event loop more for each turn that brings another unit. A
 * commit writes each changed page once, so that a larger group takes fewer pages: 7 for each of 9 replies. With 64
 * clients 1.4 to 1.9 times as many replies are accepted, with 4 clients 1.1 to 1.5 times (bench/history/server.md). The
 * only unit of a group does not wait.
 */
const minUnitsToWait = 2

/**
 * The only writer of a database, with group commit (docs/adr/0001, docs/adr/0033).
 *
 * The units of one event-loop tick share one transaction, called a group; it takes those of the next ticks, too, while
 * they bring more. While the previous group is being flushed, the next one stays open and accepts more units. A unit is
 * answered when its group is on the disk; in a database in memory, at the commit.
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
  private readonly slice: GroupSlice
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
  readonly failures = new WriteFailures()

  constructor(
    private readonly handle: SqliteHandle,
    private readonly disk: Disk | null,
    private readonly budget = defaultBudgetMs,
  ) {
    this.slice = new GroupSlice(disk !== null)
  }

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
      return await this.commit({ next, mayJoin }, (unit) => attemptUnit(this.handle, unit))
    } catch (error) {
      if (!(error instanceof NeedsSavepoints)) throw error
      this.handle.statements.sqlite.run('rollback')
      const again = group.values()
      const intake = { next: () => again.next().value ?? next(), mayJoin }
      return await this.commit(intake, (unit) => attemptWithSavepoint(this.handle, unit))
    }
  }

  private async commit(group: Intake, attempt: (unit: Unit) => Promise<Answer>) {
    const { sqlite } = this.handle.statements
    const answers: Answer[] = []
    sqlite.run('begin immediate')
    this.slice.begin()
    do
      for (let unit = group.next(); unit; unit = group.next()) {
        answers.push(await attempt(unit))
        await this.slice.endIfOver()
      }
    while ((await this.waitWhileFlushing()) || (await this.waitForMore(answers.length, group)))
    if (this.refusing) throw new AppError('ERR_STORAGE')
    sqlite.run('commit')
    this.failures.endFull()
    return answers
  }

  /** False when no flush is running. Otherwise resolves with true when a unit has arrived or the flush has ended. */
  private async waitWhileFlushing(): Promise<boolean> {
    if (!this.flushing) return false
    await new Promise<void>((resolve) => {
      this.resume = resolve
    })
    this.slice.begin()
    return true
  }

  /** Waits one turn of the event loop; true when it has brought a unit that may join the group. */
  private async waitForMore(units: number, { mayJoin }: Intake): Promise<boolean> {
    if (!this.disk || units < minUnitsToWait || !mayJoin()) return false
    await this.slice.next()
    return this.waiting.length > 0 && mayJoin()
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
    this.failures.refuseUnits(group, error)
  }

  private endFlush() {
    this.flushing = false
    this.resume()
  }

  /** Rolls back a failed group; nothing of it is stored. */
  private rollBack(group: Unit[], error: unknown) {
    const { sqlite } = this.handle.statements
    if (sqlite.inTransaction) sqlite.run('rollback')
    this.failures.refuseUnits(group, error)
  }
}
