import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config'
import { isReadableByOthers } from '../core/storage/data-directory'
import { freeBytes } from '../core/storage/free-bytes'
import { bad, type Finding, ok, warn } from './finding'

const gigabyte = 1e9

/** The data directory: that it exists, belongs to this user alone and has room. */
export function checkDirectory({ dataDir }: Config): Finding {
  if (!existsSync(dataDir)) {
    const parent = nearest(dataDir)
    if (mayWrite(parent)) return ok(`${dataDir} will be made by the first start`)
    return bad(`${dataDir} cannot be made in ${parent}`, 'make it and give it to the user that runs balcao')
  }
  if (!statSync(dataDir).isDirectory())
    return bad(`${dataDir} is not a directory`, 'set BALCAO_DATA_DIR to a directory')
  if (!mayWrite(dataDir))
    return bad(`${dataDir} cannot be written`, `give it to the user that runs balcao: chown -R USER ${dataDir}`)
  if (isReadableByOthers(dataDir))
    return warn(`${dataDir} can be entered by other users of this machine`, `chmod 700 ${dataDir}`)
  const foreign = foreignFiles(dataDir)
  if (foreign.length > 0)
    return bad(
      `${foreign.join(', ')} in ${dataDir} does not belong to the owner of the directory`,
      `the service cannot open it: chown -R --reference=${dataDir} ${dataDir}`,
    )
  return ok(`${dataDir} can be written`)
}

const ownNames = /^(balcao\.db|secret\.key|lock|media|copies|backups|stalled\.json)/

/** Balcão's entries of the directory that another user owns, such as root after a command of an earlier version. */
function foreignFiles(dataDir: string): string[] {
  const { uid } = statSync(dataDir)
  const ownerOf = (name: string) => lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.uid ?? uid
  return readdirSync(dataDir).filter((name) => ownNames.test(name) && ownerOf(name) !== uid)
}

/** True for an existing data directory that this user may not enter: its files look as if they did not exist. */
export const isClosed = (dataDir: string) => existsSync(dataDir) && !isAllowed(dataDir, constants.R_OK | constants.X_OK)
export const seeDirectory = ok('not checked: see directory')

/** Closest existing directory above a path. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

const mayWrite = (path: string) => isAllowed(path, constants.R_OK | constants.W_OK | constants.X_OK)

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

export function checkDisk({ dataDir }: Config): Finding {
  const free = freeBytes(nearest(dataDir))
  const text = `${(free / gigabyte).toFixed(1)} GB free`
  const remedy = 'free some space, or move the data directory to a larger disk; when it is full nothing new is stored'
  if (free < gigabyte / 2) return bad(text, remedy)
  return free < 2 * gigabyte ? warn(text, remedy) : ok(text)
}
