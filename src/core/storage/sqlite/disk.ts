import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const flush = promisify(fdatasync)

/** Flushes commits to the disk; `core/storage/sqlite/writer.ts` acknowledges writes after `sync` has resolved. */
export interface Disk {
  /** Resolves when all commits before the call are on the disk. Rejects with SQLite's code for a failed flush. */
  sync(): Promise<void>
  close(): void
}

/**
 * Flushes the write-ahead log of a database file in another thread (docs/adr/0033): a flush by SQLite itself would
 * block all requests and sockets for its duration. The log exists from the first commit on, while the database is open.
 * SQLite has no lock on the log file; POSIX releases a process's locks on a file when it closes any handle of it.
 */
export function diskOf(database: string): Disk {
  let handle: number | undefined
  return {
    async sync() {
      try {
        handle ??= openSync(`${database}-wal`, 'r')
        await flush(handle)
      } catch (cause) {
        throw Object.assign(new Error(failureText(cause), { cause }), { code: 'SQLITE_IOERR_FSYNC' })
      }
    },
    close() {
      if (handle !== undefined) closeSync(handle)
      handle = undefined
    },
  }
}

/** True for an error by which SQLite or the operating system reports that a disk, or a quota of it, is full. */
export const isFullDisk = (error: unknown) =>
  /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(String((error as { code?: unknown } | null)?.code))

/** Error text. Network file systems and thin volumes may report a full disk only here, after the pages are lost. */
const failureText = (cause: unknown) =>
  isFullDisk(cause)
    ? 'the disk is full: the write-ahead log could not be flushed'
    : 'the write-ahead log could not be flushed'
