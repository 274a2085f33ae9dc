import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Before host and process in the name of a work file beside a backup by hand. */
const marker = '.balcao-'
const ending = /-\d+\.(tar|db|db-journal)$/

/** Time in ms after which an unchanged work file of another machine counts as left; both share the folder. */
const othersMs = 86_400_000

/** Paths of the archive and the copy of the database while this process writes a backup, and of the copy's journal. */
export function workFilesOf(file: string): [archive: string, copy: string, journal: string] {
  const work = join(dirname(file), `.${basename(file)}${marker}${hostname()}-${process.pid}`)
  return [`${work}.tar`, `${work}.db`, `${work}.db-journal`]
}

/** Removes work files whose process is gone: they hold the database, and a kill leaves them. */
export function removeAbandoned(folder: string) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const maker = makerOf(name)
    const path = join(folder, name)
    if (maker && (maker.host === hostname() ? !isOfOther(maker.pid) : isOld(path))) rmSync(path, { force: true })
  }
}

/** Machine and process of a work file; null for other files. */
function makerOf(name: string): { host: string; pid: number } | null {
  const at = name.lastIndexOf(marker)
  const found = ending.exec(name)
  if (!name.startsWith('.') || at < 1 || !found) return null
  return { host: name.slice(at + marker.length, found.index), pid: Number.parseInt(name.slice(found.index + 1), 10) }
}

/** True while another process has the id: a container's process often has the id of its predecessor. */
function isOfOther(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const isOld = (path: string) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > othersMs
