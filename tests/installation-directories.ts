import { existsSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * One folder per run. The test runner exits without calling its modules, so each run removes the folders of earlier
 * runs; one of them may have had the same process id.
 */
const runDirectory = join(tmpdir(), `balcao-installations-${process.pid}`)
for (const name of readdirSync(tmpdir())) {
  const pid = /^balcao-installations-(\d+)$/.exec(name)?.[1]
  if (pid && (pid === `${process.pid}` || !existsSync(`/proc/${pid}`)))
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
}

let installations = 0

/** Creates the directory of an installation within that of the run. */
export function createDirectory(): string {
  const directory = join(runDirectory, `${++installations}`)
  mkdirSync(directory, { recursive: true })
  return directory
}

/** Links all files of a folder into another one: media files are written once and never changed. */
export function linkFiles(from: string, to: string) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (!entry.isDirectory()) linkSync(source, target)
    else {
      mkdirSync(target)
      linkFiles(source, target)
    }
  }
}
