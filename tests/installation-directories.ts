import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRunDirectory } from '../scripts/test/run-directory'

/** One folder per process: `bun test` exits without calling its modules. */
const runDirectory = createRunDirectory(tmpdir(), 'balcao-installations-')

let installations = 0

/** Creates the directory of an installation within that of the run. */
export function createDirectory(): string {
  const directory = join(runDirectory, `${++installations}`)
  mkdirSync(directory)
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
