import { availableParallelism, totalmem } from 'node:os'

/** Test files by suite: the first folder below tests/ decides. */

type Suite = 'server' | 'ui' | 'wire' | 'executable' | 'endurance' | 'browser'

/** Folders below tests/ by suite; a folder that is not named here belongs to `server`. */
const folders: Record<string, Suite> = {
  ui: 'ui',
  emulator: 'wire',
  whatsapp: 'wire',
  postgres: 'wire', // a server that `run check` does not install
  executable: 'executable',
  crash: 'endurance',
  security: 'endurance',
  e2e: 'browser',
}
/** Suites that `run check` runs whole; none of them needs the executable. */
export const quickSuites: Suite[] = ['server', 'ui']
const onExecutable: Suite[] = ['executable', 'endurance', 'browser']

export const suiteOf = (file: string): Suite => folders[file.split('/')[1] as string] ?? 'server'
export const needsExecutable = (file: string) => onExecutable.includes(suiteOf(file))

/** Time limit of one test in ms, long enough for a busy machine that is three times slower than a quiet one. */
export const testLimitMs = 600_000

/**
 * Number of processes for these files: one per core, and two where tests start servers and browsers. Such a file waits
 * for most of its time, for the disk, for pauses of the protocol and for pages: alone it uses between a tenth and nine
 * tenths of a core. A process with its server and browser takes about 1 GB.
 */
export function processesFor(files: string[]): number {
  const wanted = availableParallelism() * (files.some(needsExecutable) ? 2 : 1)
  return Math.max(1, Math.min(wanted, Math.floor(totalmem() / 2 ** 30), files.length))
}
