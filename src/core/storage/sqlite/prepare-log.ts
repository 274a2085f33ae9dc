import { Database as Sqlite } from 'bun:sqlite'
import { closeSync, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { log } from '../../log'

/** Busy timeout while writers of other processes hold the lock, in ms. */
const writersMs = 5000
/** Busy timeout while readers of other processes prevent the truncation, in ms. A backup reads for minutes. */
const readersMs = 200

/**
 * Prepares the write-ahead log at the start of a process, blocking (docs/adr/0033): flushes the frames of an earlier
 * process, empties the log, and writes its first frame, so that the first commit finds a header that is already
 * flushed. Another handle must be open.
 */
export function prepareLog(file: string) {
  const sqlite = new Sqlite(file)
  try {
    for (const pragma of [`busy_timeout = ${writersMs}`, 'synchronous = normal', 'wal_autocheckpoint = 0'])
      sqlite.run(`pragma ${pragma}`)
    sqlite.run('begin immediate')
    rewriteLog(`${file}-wal`)
    sqlite.run('rollback')
    sqlite.run(`pragma busy_timeout = ${readersMs}`)
    sqlite.run('pragma wal_checkpoint(truncate)') // does not truncate while another process reads
    sqlite.run(`pragma busy_timeout = ${writersMs}`)
    sqlite.run('pragma user_version = 0')
  } catch (error) {
    // The log is durable and readable: the process starts, and SQLite refuses its writes until there is space.
    if ((error as { code?: unknown }).code !== 'SQLITE_FULL') throw error
    log.error({ err: error }, 'the disk is full')
  } finally {
    sqlite.close()
  }
}

const chunkBytes = 1024 * 1024

/**
 * Writes the log over itself and flushes it. After a failed flush in an earlier process, the kernel treats pages as
 * written that are not on the disk. Copying the log, or appending to it, would rely on them.
 */
function rewriteLog(path: string) {
  if (!existsSync(path)) return
  const handle = openSync(path, 'r+')
  try {
    const chunk = new Uint8Array(chunkBytes)
    for (let at = 0, length = chunkBytes; length === chunkBytes; at += length) {
      length = readSync(handle, chunk, 0, chunkBytes, at)
      for (let done = 0; done < length; ) done += writeSync(handle, chunk, done, length - done, at + done)
    }
    fdatasyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
