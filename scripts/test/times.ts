import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FileResult } from './report'

/**
 * Times of the test files, in the format of `bun test --timings`: ms by path. `bun test` cuts the files into shares of
 * equal time, one per process; each process begins with its longest file, and one that has finished takes files of the
 * others. A file that is not listed runs first.
 */
export const timesFile = 'scripts/test/times.json'

/** Replaces the times of the files that ran, rounded up to 0.1 s, and removes files that no longer exist. */
export async function writeTimes(root: string, results: FileResult[]) {
  const path = join(root, timesFile)
  const earlier = (await Bun.file(path).json()) as { files: Record<string, number> }
  const measured = results
    .filter(({ seconds }) => seconds > 0)
    .map(({ file, seconds }) => [file, Math.ceil(seconds * 10) * 100] as const)
  const all = { ...earlier.files, ...Object.fromEntries(measured) }
  const files = Object.entries(all).filter(([file]) => existsSync(join(root, file)))
  files.sort(([a], [b]) => (a < b ? -1 : 1))
  await Bun.write(path, `${JSON.stringify({ version: 1, files: Object.fromEntries(files) }, null, 2)}\n`)
}
