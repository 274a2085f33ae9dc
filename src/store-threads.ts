import { ArchiveThread } from './core/backup/archive-thread'
import { databaseFile } from './core/storage/data-directory'
import { Checkpoints } from './core/storage/sqlite/checkpoint'
import { SideReader } from './core/storage/sqlite/side-reader'
import type { SqliteStore } from './core/storage/sqlite/store'
import { findDamage } from './find-damage'
import type { Health } from './health'

/** Threads that a serving process runs beside its database. */
export interface StoreThreads {
  /** Returns descriptions of damage; waits while the data cannot be read, until the process stops. */
  findDamage(health: Health): Promise<string[]>
  /** Size of the write-ahead log at the last check, in bytes. */
  walBytes(): number
  stop(): Promise<void>
}

/**
 * Starts the threads of a database file: copies of its log and the check of the file, long reads, archives. The files of
 * the workers are entries of build.ts, with the same address from sources and compiled.
 */
export function startSqliteThreads(store: SqliteStore, directory: string): StoreThreads {
  const file = databaseFile(directory)
  const address = new URL('./core/storage/sqlite/checkpoint-worker.ts', import.meta.url)
  const checkpoints = new Checkpoints(new Worker(address), file, store)
  store.sideReader = new SideReader(new URL('./core/storage/sqlite/side-reader-worker.ts', import.meta.url), file)
  store.archives = new ArchiveThread(new URL('./archive-worker.ts', import.meta.url), file)
  return {
    findDamage: (health) => findDamage(checkpoints, health, file),
    walBytes: () => checkpoints.walBytes,
    stop: () => checkpoints.stop(),
  }
}

/** A database server checks itself, writes its own log, and answers long reads beside others. */
export const noThreads: StoreThreads = { findDamage: async () => [], walBytes: () => 0, stop: async () => {} }
