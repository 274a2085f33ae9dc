import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the directory of this process in `place` and removes those of processes that have ended: a run that is killed
 * removes nothing. An earlier process may have had the same id. Every user may write to it, as to a temporary directory.
 *
 * @param prefix beginning of the name, before the process id
 */
export function createRunDirectory(place: string, prefix: string): string {
  for (const name of readdirSync(place).filter((name) => name.startsWith(prefix))) {
    const pid = name.slice(prefix.length)
    if (/^\d+$/.test(pid) && (pid === `${process.pid}` || !existsSync(`/proc/${pid}`)))
      rmSync(join(place, name), { recursive: true, force: true })
  }
  const directory = join(place, `${prefix}${process.pid}`)
  mkdirSync(directory)
  chmodSync(directory, 0o1777)
  return directory
}
