import { join } from 'node:path'

/**
 * The words to put before a command so that its writes below `directory` are recorded in `log`.
 * @param delayMs added to every flush, as a slow disk would
 */
export const recorderCommand = (log: string, directory: string, delayMs = 0): string[] => [
  process.execPath,
  join(import.meta.dir, 'recorder.ts'),
  log,
  directory,
  String(delayMs),
]
