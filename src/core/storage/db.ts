import type { Kysely } from 'kysely'
import type { ArchiveThread } from '../backup/archive-thread'
import type { Awaitable, Engine } from './engine'
import type { CompanyId, Database } from './schema'

/**
 * Handle of the database: Kysely for building queries and for infrequent ones, and three methods that run a compiled
 * text as a prepared statement. Implemented in `sqlite/` and `postgres/`.
 */
export interface Handle {
  readonly engine: Engine
  readonly kysely: Kysely<Database>
  /** Returns all rows. */
  all(text: string, values: readonly unknown[]): Awaitable<unknown[]>
  /** Returns the first row, or undefined. A write with RETURNING has written all its rows. */
  first(text: string, values: readonly unknown[]): Awaitable<unknown>
  /** Runs a write that returns no rows. */
  run(text: string, values: readonly unknown[]): Awaitable<void>
  /**
   * The same unit in the order of a company's units, for one of the platform: what it reads of the company, such as the
   * head of a chain, no unit of the company changes before its end (docs/adr/0144).
   */
  inOrderOf(companyId: CompanyId): Handle
}

/** Runs selects that may take long, such as searches without an index, without holding up other reads. */
export interface SideReader {
  /** Returns the rows of a select. Companies take turns. */
  read(companyId: CompanyId, text: string, values: readonly unknown[]): Promise<unknown[]>
  /** Ends after the reads under way; later ones fail. */
  stop(): Promise<void>
}

/** Database of the process: units of writes, and a reader that sees committed rows. */
export interface Store {
  readonly read: Handle
  /** Reader for one company: with row level security it sees no row of another one, even where a query names none. */
  readOf(companyId: CompanyId): Handle
  /** Reader of long selects in another thread; a store without one reads with its own handle. */
  sideReader: SideReader | null
  /** Writer of archives in another thread; a store without one writes them in this thread. */
  archives: ArchiveThread | null
  /** True once writes that were acknowledged may be lost: the process must end without touching the data. */
  readonly flushFailed: boolean
  /** True while the disk has no room for new writes. */
  readonly isFull: boolean
  /** Copies the write-ahead log into the file and empties it; false while another process reads it. */
  emptyLog: () => Promise<boolean>
  /**
   * Runs the work in a transaction. Resolves when it is on the disk; if the work throws, undoes only its writes and
   * rejects. The work may run twice, and may await only the handle it receives. Without `companyId` the unit belongs to
   * no company, or to several.
   */
  write<R>(work: (tx: Handle) => Promise<R>, companyId?: CompanyId): Promise<R>
  /**
   * As `write` for work that locks the rows it changes and never waits for another unit's: it has no order among the
   * units of any company.
   */
  writeUnordered<R>(work: (tx: Handle) => Promise<R>): Promise<R>
  /** Runs the work on the database as of one moment, while writes continue. */
  withSnapshot<R>(work: (snapshot: Handle) => Promise<R>, companyId?: CompanyId): Promise<R>
  /** Adds a listener that receives the engine's error when a unit could not be stored. */
  addFailureListener(listener: (error: unknown) => void): void
  /** Refuses every write from now on, because the stored data is not reliable. */
  refuseWrites(): void
  /** Call once a minute: frees memory after a minute with few statements. */
  releaseCaches(): void
  /** Resolves when no write is waiting or running. */
  idle(): Promise<void>
  close(): Promise<void>
}
