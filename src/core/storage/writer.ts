import { AppError } from '../../shared/errors'
import { log } from '../log'
import type { Handle } from './db'
import type { Disk } from './disk'

/** One piece of work that is stored as a whole or not at all, and what to tell whoever asked for it. */
interface Unit {
  work(tx: Handle): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}
type Answer = () => void

/** A group takes no further unit after this long (ms), so that the first of a crowd need not wait for the last. */
const usualBudget = 25

/** A unit failed after it had written: the group must be undone, and done again with every unit fenced off. */
class NeedsFences extends Error {}

/**
 * The one writer of a database, with group commit (docs/adr/0033; decisions.md, Storage; performance.md §1).
 *
 * The units of one event-loop tick share one transaction. While the disk is busy with the group before, the next one
 * stays open and takes whoever comes: nobody waits for the disk but those whose words are on their way to it. A unit is
 * answered once its group is on the disk; what is kept in memory is answered at the commit.
 *
 * A unit that fails undoes only itself: one that had written nothing is simply refused; when one had, the group is
 * undone and run again with a savepoint around each unit, which is exact but copies every page a unit touches (a fifth
 * to a third of the cost of accepting a reply, measured). So a unit may run twice, and its effects outside the database
 * wait for its answer.
 */
export class Writer {
  private waiting: Unit[] = []
  private running = false
  private scheduled = false
  /** True from a commit until its group is on the disk. */
  private flushing = false
  /** Goes on with the group that was left open. */
  private wake: () => void = () => {}
  private refusing = false
  /** Work of another thread that wants no transaction open. */
  private pauses: (() => Promise<void>)[] = []
  /** True once a flush has failed: the kernel may have dropped what it could not write, and say nothing next time. */
  flushFailed = false
  /** Told SQLite's own error when a group could not be stored. */
  readonly failureListeners: ((error: unknown) => void)[] = []

  constructor(
    private readonly handle: Handle,
    private readonly disk: Disk | null,
    private readonly budget = usualBudget,
  ) {}

  /** Runs the work inside the next group; rejects, and undoes only its part, if it throws. @throws ERR_STORAGE */
  write(work: (tx: Handle) => Promise<unknown>): Promise<unknown> {
    if (this.refusing) return Promise.reject(new AppError('ERR_STORAGE'))
    return new Promise((resolve, reject) => {
      this.waiting.push({ work, resolve, reject })
      if (this.running) this.wake()
      else this.schedule()
    })
  }

  /** Runs the work while no transaction of this handle is open; writes that come meanwhile wait until it has settled. */
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

  /** From now on every write is refused: what is on disk cannot be trusted with more. */
  refuse() {
    this.refusing = true
  }

  /** Resolves when nothing is waiting to be written. */
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
    for (const pause of this.pauses.splice(0)) await pause()
    const group: Unit[] = []
    try {
      if (this.waiting.length > 0) this.keep(group, await this.transact(group))
    } catch (error) {
      this.giveUp(group.length > 0 ? group : this.waiting.splice(0), error)
    } finally {
      this.running = false
      if (this.hasWork()) this.schedule()
    }
  }

  private hasWork(): boolean {
    return this.waiting.length > 0 || this.pauses.length > 0
  }

  /** Fills `group` from those who wait until the budget is spent and commits it; answers what to tell each of them. */
  private async transact(group: Unit[]): Promise<Answer[]> {
    const until = performance.now() + this.budget
    const next = () => {
      const mayJoin = group.length === 0 || this.flushing || performance.now() < until
      const unit = mayJoin ? this.waiting.shift() : undefined
      if (unit) group.push(unit)
      return unit
    }
    try {
      return await this.commit(next, (unit) => this.attempt(unit))
    } catch (error) {
      if (!(error instanceof NeedsFences)) throw error
      this.handle.statements.sqlite.run('rollback')
      const again = group.values()
      return await this.commit(
        () => again.next().value ?? next(),
        (unit) => this.attemptFenced(unit),
      )
    }
  }

  private async commit(next: () => Unit | undefined, attempt: (unit: Unit) => Promise<Answer>) {
    const { sqlite } = this.handle.statements
    const answers: Answer[] = []
    sqlite.run('begin immediate')
    do for (let unit = next(); unit; unit = next()) answers.push(await attempt(unit))
    while (await this.newsWhileFlushing())
    if (this.refusing) throw new AppError('ERR_STORAGE')
    sqlite.run('commit')
    return answers
  }

  /** True when a unit came or the disk was done, after which there may be more to do; false when the disk is idle. */
  private async newsWhileFlushing(): Promise<boolean> {
    if (!this.flushing) return false
    await new Promise<void>((resolve) => {
      this.wake = resolve
    })
    return true
  }

  private async attempt(unit: Unit): Promise<Answer> {
    const { statements } = this.handle
    const before = statements.writes
    try {
      const value = await unit.work(this.handle)
      return () => unit.resolve(value)
    } catch (error) {
      if (!statements.sqlite.inTransaction) throw error // disk full and the like: all of it is undone
      if (statements.writes !== before) throw new NeedsFences()
      return () => unit.reject(error)
    }
  }

  private async attemptFenced(unit: Unit): Promise<Answer> {
    const { statements } = this.handle
    statements.get('savepoint unit').run()
    try {
      const value = await unit.work(this.handle)
      statements.get('release unit').run()
      return () => unit.resolve(value)
    } catch (error) {
      if (!statements.sqlite.inTransaction) throw error
      statements.get('rollback to unit').run()
      statements.get('release unit').run()
      return () => unit.reject(error)
    }
  }

  /** Answers a committed group once it is on the disk. The group after it is committed first: the disk never rests. */
  private keep(group: Unit[], answers: Answer[]) {
    const tell = () => {
      for (const answer of answers) answer()
    }
    if (!this.disk) return tell()
    this.flushing = true
    this.disk.sync().then(
      () => {
        this.rest()
        tell()
      },
      (error) => {
        this.rest()
        this.failFlush(error, group)
      },
    )
  }

  /** Refuses every write from now on: what did not reach the disk may never do so, though a later flush says it did. */
  failFlush(error: unknown, group: Unit[] = []) {
    this.flushFailed = true
    this.refuse()
    this.fail(group, error)
  }

  private rest() {
    this.flushing = false
    this.wake()
  }

  /** The group as a whole failed: nothing of it is stored. */
  private giveUp(group: Unit[], error: unknown) {
    const { sqlite } = this.handle.statements
    if (sqlite.inTransaction) sqlite.run('rollback')
    this.fail(group, error)
  }

  private fail(group: Unit[], error: unknown) {
    log.error({ err: error, units: group.length }, 'a group of writes was not stored')
    for (const unit of group) unit.reject(new AppError('ERR_STORAGE'))
    for (const listener of this.failureListeners) listener(error)
  }
}
