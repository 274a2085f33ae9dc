import { join } from 'node:path'

export interface Disk {
  /** Added to every flush, in ms. */
  flushMs: number
  /** Which flush of a write-ahead log fails with EIO, counted from 1; 0 for none. */
  failingFlush: number
}

/** The words to put before a command so that its writes below `directory` are recorded in `log`. */
export const recorderCommand = (log: string, directory: string, disk: Partial<Disk> = {}): string[] => [
  process.execPath,
  join(import.meta.dir, 'recorder.ts'),
  log,
  directory,
  JSON.stringify({ flushMs: 0, failingFlush: 0, ...disk }),
]
