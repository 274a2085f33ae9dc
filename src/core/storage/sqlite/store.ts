import { Database as Sqlite } from 'bun:sqlite'
import type { ArchiveThread } from '../../backup/archive-thread'
import type { Handle, SideReader, Store } from '../db'
import { giveToOwnerOfDirectory } from '../owner'
import { type Disk, diskOf } from './disk'
import { SqliteHandle } from './handle'
import { prepareLog } from './prepare-log'
import { withSnapshotOf } from './read-snapshot'
import { Writer } from './writer'

/** Set on every handle. The busy timeout comes first, because even `journal_mode` can wait for another process. */
const pragmas = [
  'busy_timeout = 5000',
  'journal_mode = WAL',
  'synchronous = NORMAL', // SQLite flushes at checkpoints; core/storage/sqlite/disk.ts flushes each commit before its acknowledgement
  'foreign_keys = ON',
  'cache_size = -32000',
  'temp_store = MEMORY', // holds savepoints' copies of pages, too; in a file they cost more than the write itself
  'wal_autocheckpoint = 0',
  'secure_delete = ON', // deleted content is overwritten, so that an erasure also reaches earlier versions of rows
]

/** Statements of a minute up to which the database is at rest; scheduled tasks alone run some hundreds. */
const maxUsesAtRest = 1500

/**
 * Database of the process: one writer with group commit (core/storage/sqlite/writer.ts), and a reader that sees committed
 * rows. A write may await only the handle it receives: with a network request in it, all other writes would wait.
 */
export class SqliteStore implements Store {
  readonly read: SqliteHandle
  /** The writer's handle, for work outside of transactions while nothing else writes: migrations, VACUUM INTO. */
  readonly raw: SqliteHandle
  /**
   * Copies the write-ahead log into the file and empties it; false while another process reads it. Set by the checkpoint
   * thread; a database in memory has no log.
   */
  emptyLog: () => Promise<boolean> = async () => true
  /** Reader of long selects in another thread; a store without one reads with its own handle. */
  sideReader: SideReader | null = null
  /** Writer of archives in another thread; a store without one writes them in this thread. */
  archives: ArchiveThread | null = null
  private readonly writer: Writer
  /** Statements of both handles at the last call of `releaseCaches`. */
  private usesBefore = 0

  constructor(
    writer: Sqlite,
    reader: Sqlite = writer,
    private readonly disk: Disk | null = null,
    groupBudget?: number,
  ) {
    this.raw = new SqliteHandle(writer, false)
    this.read = new SqliteHandle(reader, true)
    this.writer = new Writer(this.raw, disk, groupBudget)
  }

  /**
   * Runs the work in the next group. Resolves when the group is on the disk; if the work throws, undoes only its writes
   * and rejects.
   */
  write<R>(work: (tx: SqliteHandle) => Promise<R>): Promise<R> {
    return this.writer.write(work) as Promise<R>
  }

  /** All units have one order. */
  writeUnordered<R>(work: (tx: SqliteHandle) => Promise<R>): Promise<R> {
    return this.write(work)
  }

  /** SQLite has no row level security. */
  readOf(): SqliteHandle {
    return this.read
  }

  /** Runs the work on the database as of one moment. A database in memory (only in tests) has no snapshot. */
  withSnapshot<R>(work: (snapshot: Handle) => Promise<R>): Promise<R> {
    const list = this.read.statements.sqlite.query('select file from pragma_database_list where name = ?')
    const { file } = list.get('main') as { file: string }
    return file ? withSnapshotOf(file, work) : work(this.read)
  }

  /** Adds a listener that receives SQLite's error when a group could not be stored. */
  addFailureListener(listener: (error: unknown) => void) {
    this.writer.failures.listeners.push(listener)
  }

  /** True once a flush has failed. */
  get flushFailed(): boolean {
    return this.writer.flushFailed
  }

  /** True while the disk has no room for new writes. */
  get isFull(): boolean {
    return this.writer.failures.isFull
  }

  /** Refuses every write from now on, because the file on the disk is not reliable. */
  refuseWrites() {
    this.writer.refuse()
  }

  /** Runs the work while no transaction of the writer is open; new writes wait until it has settled. */
  betweenGroups(work: () => Promise<void>): Promise<void> {
    return this.writer.betweenGroups(work)
  }

  /** Reports a flush that failed in another thread; like the failed flush of a group, it ends the process. */
  fail(error: unknown) {
    this.writer.failFlush(error)
  }

  /**
   * Call once a minute. Frees the pages that both handles have cached, up to 32 MB each, after a minute with few
   * statements; busy handles keep theirs.
   */
  releaseCaches() {
    const handles = [this.read, this.raw].map(({ statements }) => statements)
    const uses = handles.reduce((sum, statements) => sum + statements.uses, 0)
    if (uses - this.usesBefore <= maxUsesAtRest) for (const { sqlite } of handles) sqlite.run('pragma shrink_memory')
    this.usesBefore = uses
  }

  /** Resolves when no write is waiting or running. */
  idle() {
    return this.writer.idle()
  }

  /**
   * Closes all handles and empties the log. After a failed flush it does neither: closing the last handle copies the
   * log, and pages that the kernel dropped must not be copied. The next start reads the log with its checksums. A write
   * that comes later, such as of a scheduled task that pauses between its steps, is refused with ERR_STORAGE.
   */
  async close() {
    await this.idle()
    this.writer.refuse()
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

function open(file: string): Sqlite {
  const sqlite = new Sqlite(file, { create: true })
  giveToOwnerOfDirectory(file) // before SQLite makes the log, which gets the owner of this file
  for (const pragma of pragmas) sqlite.run(`pragma ${pragma}`)
  return sqlite
}

/** Opens (and creates) the database file with a writer and a separate reader. */
export function openStore(file: string, groupBudget?: number): SqliteStore {
  const writer = open(file)
  prepareLog(file)
  const reader = open(file)
  reader.run('pragma query_only = on')
  return new SqliteStore(writer, reader, diskOf(file), groupBudget)
}

/** Returns a database in memory, cloned from `image` (of `sqlite.serialize()`), with one handle for all; for tests. */
export function openMemory(image?: Uint8Array): SqliteStore {
  const sqlite = image ? Sqlite.deserialize(image) : new Sqlite(':memory:')
  sqlite.run('pragma foreign_keys = on')
  sqlite.run('pragma secure_delete = on')
  return new SqliteStore(sqlite)
}
