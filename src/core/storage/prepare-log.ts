import { Database as Sqlite } from 'bun:sqlite'
import { closeSync, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { log } from '../log'

/** How long the start waits for writers of other processes, in ms. */
const writersMs = 5000
/** How long it waits for their readers, in ms; a backup reads for minutes. */
const readersMs = 200

/**
 * Prepares the write-ahead log for a process that starts, blocking (docs/adr/0033): makes durable what an earlier process
 * left in it, empties it, and begins it with one frame, so that the first commit finds a header that is flushed already.
 * Another handle must be open.
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
    sqlite.run('pragma wal_checkpoint(truncate)') // copies only, while another process reads
    sqlite.run(`pragma busy_timeout = ${writersMs}`)
    sqlite.run('pragma user_version = 0')
  } catch (error) {
    // The log is durable and readable. The process starts, and SQLite refuses its writes until there is space.
    if ((error as { code?: unknown }).code !== 'SQLITE_FULL') throw error
    log.error({ err: error }, 'the disk is full')
  } finally {
    sqlite.close()
  }
}

const chunkBytes = 1024 * 1024

/**
 * Writes the log over itself and flushes it. The process before may have ended by a failed flush, after which the kernel
 * counts pages as written that are not on the disk: copying the log, or appending to it, would build on them.
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
