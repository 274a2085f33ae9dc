import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

const flush = promisify(fdatasync)

/** Where commits are made to last; `core/storage/writer.ts` promises nothing before it resolves. */
export interface Disk {
  /** Resolves when everything committed before the call is on the disk. Rejects with SQLite's code for that failure. */
  sync(): Promise<void>
  close(): void
}

/**
 * The write-ahead log of a database file, flushed by another thread (docs/adr/0033): SQLite's own flush would hold up
 * every request and every socket for as long as the disk takes. The log exists once something was committed, and stays
 * while the database is open. SQLite holds no lock on this file, so that closing another handle of it drops none.
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

/** Network file systems and thin volumes may report a full disk only here, when the pages are lost already. */
const failureText = (cause: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes(String((cause as NodeJS.ErrnoException).code))
    ? 'the disk is full: the write-ahead log could not be flushed'
    : 'the write-ahead log could not be flushed'
