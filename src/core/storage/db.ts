import { Database as Sqlite } from 'bun:sqlite'
import { Kysely } from 'kysely'
import { HandleDialect, Statements } from './dialect'
import { type Disk, diskOf } from './disk'
import { prepareLog } from './prepare-log'
import type { Database } from './schema'
import { Writer } from './writer'

/** Set on every handle, the busy time-out first: even `journal_mode` can meet another process (libraries.md B1). */
const pragmas = [
  'busy_timeout = 5000',
  'journal_mode = WAL',
  'synchronous = NORMAL', // SQLite flushes at checkpoints; each commit is flushed by core/storage/disk.ts before it is promised
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

/**
 * The database of the process: one writer with group commit (core/storage/writer.ts), and a reader that only sees what is
 * committed. A write may await only the handle it is given: nothing on the network, ever, or everybody waits.
 */
export class Store {
  readonly read: Handle
  /** The writer's own handle, for what must run outside a transaction while nobody else writes: migrations, VACUUM INTO. */
  readonly raw: Handle
  private readonly writer: Writer

  constructor(
    writer: Sqlite,
    reader: Sqlite = writer,
    private readonly disk: Disk | null = null,
    groupBudget?: number,
  ) {
    this.raw = handle(writer, false)
    this.read = handle(reader, true)
    this.writer = new Writer(this.raw, disk, groupBudget)
  }

  /** Runs the work inside the next group; resolves once that is on the disk, rejects (and undoes only its part) if it throws. */
  write<R>(work: (tx: Handle) => Promise<R>): Promise<R> {
    return this.writer.write(work) as Promise<R>
  }

  /** Calls the listener with SQLite's own error when a group could not be stored. */
  addFailureListener(listener: (error: unknown) => void) {
    this.writer.failureListeners.push(listener)
  }

  /** True once a flush has failed. */
  get flushFailed(): boolean {
    return this.writer.flushFailed
  }

  /** From now on every write is refused: what is on disk cannot be trusted with more. */
  refuseWrites() {
    this.writer.refuse()
  }

  /** Runs the work while no transaction of the writer is open; writes that come meanwhile wait until it has settled. */
  betweenGroups(work: () => Promise<void>): Promise<void> {
    return this.writer.betweenGroups(work)
  }

  /** A flush of the database failed in another thread: treated as one of a group, which ends the process. */
  fail(error: unknown) {
    this.writer.failFlush(error)
  }

  /** Resolves when nothing is waiting to be written. */
  idle() {
    return this.writer.idle()
  }

  /**
   * Closes all handles and empties the log. After a failed flush it does neither: pages of the log that the kernel
   * dropped must not be copied, and closing the last handle copies. The next start reads the log with its checksums.
   */
  async close() {
    await this.idle()
    if (this.flushFailed) return
    const { sqlite } = this.raw.statements
    this.read.statements.clear()
    this.raw.statements.clear()
    if (this.read.statements.sqlite !== sqlite) this.read.statements.sqlite.close()
    sqlite.run('pragma wal_checkpoint(truncate)')
    this.disk?.close()
    sqlite.close()
  }
}

/** A handle on an open database file. */
export function handle(sqlite: Sqlite, readOnly: boolean): Handle {
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
  prepareLog(file)
  const reader = open(file)
  reader.run('pragma query_only = on')
  return new Store(writer, reader, diskOf(file), groupBudget)
}

/** A database in memory, cloned from `image` (made by `sqlite.serialize()`): one handle reads and writes. For tests. */
export function openMemory(image?: Uint8Array): Store {
  const sqlite = image ? Sqlite.deserialize(image) : new Sqlite(':memory:')
  sqlite.run('pragma foreign_keys = on')
  return new Store(sqlite)
}
