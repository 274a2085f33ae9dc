import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { renameDurablyBlocking } from '../../core/storage/durable-file'
import { UserError } from '../../core/user-error'
import { printLine } from '../command'
import type { Layout } from './layout'
import type { SystemUser } from './system-user'
import { failedUnit, serviceUnitOf } from './units'

/** @throws UserError when another executable is installed, which `balcao update` replaces */
export function assertNoOther({ executable }: Layout) {
  if (existsSync(executable) && !isSame(process.execPath, executable))
    throw new UserError(`another balcao is installed as ${executable}; use balcao update, or remove it first`)
}

const isSame = (one: string, other: string) => one === other || Buffer.compare(sha256(one), sha256(other)) === 0
const sha256 = (file: string) => new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest()

/** Directories, executable and units. Each file that exists stays as it is. */
export function putFiles(layout: Layout, { uid, gid }: SystemUser) {
  directory(layout.home, 0o755, uid, gid)
  directory(layout.data, 0o700, uid, gid)
  directory(layout.configuration, 0o750, 0, gid)
  if (!existsSync(layout.executable)) {
    mkdirSync(dirname(layout.executable), { recursive: true, mode: 0o755 })
    const partial = `${layout.executable}.part`
    copyFileSync(process.execPath, partial)
    chmodSync(partial, 0o755)
    flush(partial)
    renameDurablyBlocking(partial, layout.executable)
  }
  file(layout.service, serviceUnitOf(layout.started), 0o644, 0)
  file(layout.failed, failedUnit, 0o644, 0)
}

/** The file of variables; it holds secrets, so only root and the group of the service read it. */
export const putEnvironment = ({ environment }: Layout, text: string, { gid }: SystemUser) =>
  file(environment, text, 0o640, gid)

function flush(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Makes a directory unless it exists. The user of the service could put a link in its place: links are not followed. */
function directory(path: string, mode: number, uid: number, gid: number) {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw new UserError(`${path} is no directory; install does not follow links`)
  mkdirSync(dirname(path), { recursive: true })
  mkdirSync(path)
  const made = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  fchmodSync(made, mode)
  fchownSync(made, uid, gid)
  closeSync(made)
}

function file(path: string, text: string, mode: number, gid: number) {
  if (existsSync(path)) {
    if (readFileSync(path, 'utf8') !== text) printLine(`${path} stays as it is.`)
    return
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  const partial = `${path}.part`
  writeFileSync(partial, text, { mode, flush: true })
  chmodSync(partial, mode)
  chownSync(partial, 0, gid)
  renameDurablyBlocking(partial, path)
}
