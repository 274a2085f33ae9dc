import { Database as Sqlite } from 'bun:sqlite'
import { Kysely } from 'kysely'
import { AppError } from '../shared/errors'
import { HandleDialect, Statements } from './dialect'
import { log } from './log'
import type { Database } from './schema'

/** Set on every handle, the busy time-out first: even `journal_mode` can meet another process (libraries.md B1). */
const pragmas = [
  'busy_timeout = 5000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'cache_size = -32000',
  'temp_store = MEMORY', // also what a savepoint keeps of each page it touches; in a file that costs more than the write
  'wal_autocheckpoint = 0',
]

/** One handle of the database: Kysely for building and cold queries, `statements` for the hot, prepared ones. */
export interface Handle {
  kysely: Kysely<Database>
  statements: Statements
}

interface Unit {
  work(tx: Handle): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** A group takes no further unit after this long (ms), so that the first of a crowd need not wait for the last. */
const usualBudget = 25

/** A unit failed after it had written: the group must be undone, and done again with every unit fenced off. */
class NeedsFences extends Error {}

/**
 * The database of the process: one writer with group commit, and a reader that only sees what is committed.
 *
 * The writes of one event-loop tick share one transaction and are acknowledged after the commit (decisions.md,
 * Storage; performance.md §1). A unit that fails undoes only itself: one that had written nothing is simply refused;
 * when one had, the group is undone and run again with a savepoint around each unit, which is exact but copies every
 * page a unit touches (a fifth to a third of the cost of accepting a reply, measured). So a unit may run twice, and
 * its effects outside the database wait for the commit. It may await only the handle it is given: nothing on the
 * network, ever, or everybody waits.
 */
export class Store {
  readonly read: Handle
  private readonly writer: Handle
  private waiting: Unit[] = []
  private flushing = false
  private scheduled = false
  private readOnly = false
  /** Told SQLite's own error when a group could not be stored; set by the process, which decides whether to go on. */
  onFailure: (error: unknown) => void = () => {}

  constructor(
    writer: Sqlite,
    reader: Sqlite = writer,
    private readonly groupBudget = usualBudget,
  ) {
    this.writer = handle(writer, false)
    this.read = handle(reader, true)
  }

  /** Runs the work inside the next group; resolves after its commit, rejects (and undoes only its part) if it throws. */
  write<R>(work: (tx: Handle) => Promise<R>): Promise<R> {
    if (this.readOnly) return Promise.reject(new AppError('ERR_STORAGE'))
    return new Promise<R>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.schedule()
    })
  }

  /** The writer itself, for what must run outside a transaction: migrations, checkpoints, VACUUM INTO. */
  get raw(): Handle {
    return this.writer
  }

  /** From now on every write is refused: what is on disk cannot be trusted with more. */
  refuseWrites() {
    this.readOnly = true
  }

  /** Resolves when nothing is waiting to be written. */
  async idle() {
    while (this.flushing || this.waiting.length > 0) await new Promise((resolve) => setImmediate(resolve))
  }

  async close() {
    await this.idle()
    const { sqlite } = this.writer.statements
    this.read.statements.clear()
    this.writer.statements.clear()
    if (this.read.statements.sqlite !== sqlite) this.read.statements.sqlite.close()
    sqlite.run('pragma wal_checkpoint(truncate)')
    sqlite.close()
  }

  private schedule() {
    if (this.scheduled || this.flushing) return
    this.scheduled = true
    setImmediate(() => void this.flush())
  }

  private async flush() {
    this.scheduled = false
    this.flushing = true
    const group: Unit[] = []
    try {
      for (const settle of await this.transact(group)) settle()
    } catch (error) {
      this.giveUp(group.length > 0 ? group : this.waiting.splice(0), error)
    } finally {
      this.flushing = false
      if (this.waiting.length > 0) this.schedule()
    }
  }

  /** Fills `group` from the queue until the budget is spent and commits it; answers what to tell each of them. */
  private async transact(group: Unit[]): Promise<(() => void)[]> {
    const until = performance.now() + this.groupBudget
    const next = () => {
      const unit = group.length === 0 || performance.now() < until ? this.waiting.shift() : undefined
      if (unit) group.push(unit)
      return unit
    }
    try {
      return await this.commit(next, (unit) => this.attempt(unit))
    } catch (error) {
      if (!(error instanceof NeedsFences)) throw error
      this.writer.statements.sqlite.run('rollback')
      const again = group.values()
      return await this.commit(
        () => again.next().value,
        (unit) => this.attemptFenced(unit),
      )
    }
  }

  private async commit(next: () => Unit | undefined, attempt: (unit: Unit) => Promise<() => void>) {
    const { sqlite } = this.writer.statements
    const answers: (() => void)[] = []
    sqlite.run('begin immediate')
    for (let unit = next(); unit; unit = next()) answers.push(await attempt(unit))
    sqlite.run('commit')
    return answers
  }

  private async attempt(unit: Unit): Promise<() => void> {
    const { statements } = this.writer
    const before = statements.writes
    try {
      const value = await unit.work(this.writer)
      return () => unit.resolve(value)
    } catch (error) {
      if (!statements.sqlite.inTransaction) throw error // disk full and the like: all of it is undone
      if (statements.writes !== before) throw new NeedsFences()
      return () => unit.reject(error)
    }
  }

  private async attemptFenced(unit: Unit): Promise<() => void> {
    const { statements } = this.writer
    statements.get('savepoint unit').run()
    try {
      const value = await unit.work(this.writer)
      statements.get('release unit').run()
      return () => unit.resolve(value)
    } catch (error) {
      if (!statements.sqlite.inTransaction) throw error
      statements.get('rollback to unit').run()
      statements.get('release unit').run()
      return () => unit.reject(error)
    }
  }

  /** The group as a whole failed: nothing of it is stored, and everybody in it is told so. */
  private giveUp(group: Unit[], error: unknown) {
    const { sqlite } = this.writer.statements
    if (sqlite.inTransaction) sqlite.run('rollback')
    log.error({ err: error, units: group.length }, 'a group of writes was not stored')
    for (const unit of group) unit.reject(new AppError('ERR_STORAGE'))
    this.onFailure(error)
  }
}

function handle(sqlite: Sqlite, readOnly: boolean): Handle {
  const statements = new Statements(sqlite)
  return { statements, kysely: new Kysely<Database>({ dialect: new HandleDialect(statements, readOnly) }) }
}

function open(file: string): Sqlite {
  const sqlite = new Sqlite(file, { create: true })
  for (const pragma of pragmas) sqlite.run(`pragma ${pragma}`)
  return sqlite
}

/** Opens (and creates) the database file with a writer and a separate reader. */
export function openStore(file: string, groupBudget?: number): Store {
  const writer = open(file)
  const reader = open(file)
  reader.run('pragma query_only = on')
  return new Store(writer, reader, groupBudget)
}

/** A database in memory, cloned from `image` (made by `sqlite.serialize()`): one handle reads and writes. For tests. */
export function openMemory(image?: Uint8Array): Store {
  const sqlite = image ? Sqlite.deserialize(image) : new Sqlite(':memory:')
  sqlite.run('pragma foreign_keys = on')
  return new Store(sqlite)
}
