import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Gives every file of a directory to the directory's owner when root runs a command: the service, which runs as that
 * owner, could not open files of root. Does nothing for other users.
 */
export function giveToOwner(directory: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(directory)
  giveAll(directory, uid, gid)
}

function giveAll(directory: string, uid: number, gid: number) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    const owned = lstatSync(path)
    if (owned.uid !== uid || owned.gid !== gid) lchownSync(path, uid, gid)
    if (entry.isDirectory()) giveAll(path, uid, gid)
  }
}
