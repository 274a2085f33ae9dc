import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { builtWith } from '../../built-with'
import { renameDurablyBlocking } from '../../core/storage/durable-file'
import { UserError } from '../../core/user-error'

/** Path of this executable, and of the files beside it that an update uses. */
export interface ExecutablePlace {
  path: string
  target: string
  /** The new one, until it takes the place of the present one. */
  fresh: string
  /** The one before the last update. */
  old: string
  /** The present one, until it becomes `old`. */
  kept: string
  /** The `old` one of before, until the new one takes work. */
  former: string
}

/** Lists of files of Debian's packages, by which their executable is updated. */
const packageList = '/var/lib/dpkg/info/balcao.list'

/** @throws UserError where this executable cannot be replaced by this user, or belongs to a package */
export function ownPlace(): ExecutablePlace {
  const { target } = builtWith
  if (target === null) throw new UserError('only an executable can be updated; these are sources')
  if (target.startsWith('windows'))
    throw new UserError('update does not run on Windows; stop balcao and replace its file by the new one')
  const path = process.execPath
  const [directory, name] = [dirname(path), basename(path)]
  if (existsSync(packageList) && readFileSync(packageList, 'utf8').split('\n').includes(path))
    throw new UserError(`${path} belongs to the Debian package balcao; install the new package instead`)
  try {
    accessSync(directory, constants.W_OK)
  } catch {
    throw new UserError(`this user may not replace ${path}; run it as root: sudo balcao update`)
  }
  const beside = (end: string) => join(directory, `.${name}.${end}`)
  const old = join(directory, `${name}.old`)
  return { path, target, old, fresh: beside('new'), kept: beside('kept'), former: beside('former') }
}

/** Makes the ways back, while the server runs: what fails here stops nothing. */
export function keepPresent({ path, old, kept, former }: ExecutablePlace) {
  linkOrCopy(path, kept)
  rmSync(former, { force: true })
  if (existsSync(old)) linkOrCopy(old, former)
}

/** Puts the fresh executable in the place of the present one, which stays as `old`; each step is complete or not at all. */
export function replaceExecutable({ path, fresh, old, kept }: ExecutablePlace) {
  renameDurablyBlocking(kept, old)
  renameDurablyBlocking(fresh, path)
}

/** Puts the old executable back, and the one of before in its place; the present one ends. */
export function putBack({ path, fresh, old, former }: ExecutablePlace) {
  linkOrCopy(old, fresh)
  renameDurablyBlocking(fresh, path)
  if (existsSync(former)) renameDurablyBlocking(former, old)
  else rmSync(old)
}

/** Removes what an update leaves beside the executables. */
export function removeRests({ fresh, kept, former }: ExecutablePlace) {
  for (const file of [fresh, kept, former]) rmSync(file, { force: true })
}

/** Some file systems have no links, and some users may not link to files of others. */
export function linkOrCopy(from: string, to: string) {
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
    chmodSync(to, 0o755)
    const handle = openSync(to, 'r')
    fsyncSync(handle)
    closeSync(handle)
  }
}
