import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const isRoot = () => process.getuid?.() === 0

/**
 * Gives a new file or directory to the owner of its directory when root has made it: the service, which runs as that
 * owner, could not open files of root. SQLite does the same for its logs. Does nothing for other users.
 */
export function giveToOwnerOfDirectory(path: string) {
  if (!isRoot()) return
  const { uid, gid } = statSync(dirname(path))
  give(path, uid, gid)
}

/** Gives a file to the owner of `directory`, if that is also the owner of the directory that the file is in. */
export function giveToSameOwner(path: string, directory: string) {
  if (isRoot() && statSync(dirname(path)).uid === statSync(directory).uid) giveToOwnerOfDirectory(path)
}

/** Gives every file of a directory to the directory's owner when root runs a command. */
export function giveToOwner(directory: string) {
  if (!isRoot()) return
  const { uid, gid } = statSync(directory)
  giveAll(directory, uid, gid)
}

function giveAll(directory: string, uid: number, gid: number) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    give(path, uid, gid)
    if (entry.isDirectory()) giveAll(path, uid, gid)
  }
}

/** A link is given itself, never what it points to. */
function give(path: string, uid: number, gid: number) {
  const { uid: owner, gid: group } = lstatSync(path)
  if (owner !== uid || group !== gid) lchownSync(path, uid, gid)
}
