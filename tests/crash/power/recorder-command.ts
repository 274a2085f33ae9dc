import { join } from 'node:path'

export interface Disk {
  /** Delay added to every flush, in ms. */
  flushMs: number
  /** Number of the write-ahead log's flush that fails with EIO, counted from 1; 0: none. */
  failingFlush: number
}

/** Command prefix that records a command's writes below `directory` in the file `log`. */
export const recorderCommand = (log: string, directory: string, disk: Partial<Disk> = {}): string[] => [
  process.execPath,
  join(import.meta.dir, 'recorder.ts'),
  log,
  directory,
  JSON.stringify({ flushMs: 0, failingFlush: 0, ...disk }),
]
