import { existsSync, lstatSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardStaging } from '../../core/backup/restore'
import { lockFile, tryLockFile } from '../../core/storage/lock'
import { removeOnSignal } from '../remove-on-signal'

const prefix = 'balcao-check-'

/**
 * Makes a folder for the database and the key of a backup, and removes those of checks that were killed. Returns it with
 * a function that removes it; SIGINT, SIGTERM and SIGHUP remove it, too.
 */
export function openCheckFolder(): { folder: string; close: () => void } {
  removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const unlock = tryLockFile(lockFile(folder))
  const endSignals = removeOnSignal(() => [folder])
  return {
    folder,
    close() {
      unlock?.()
      discardStaging(folder)
      endSignals()
    },
  }
}

/** Removes folders of this user that no process has locked. One without a lock is just being made, and is empty. */
function removeAbandoned() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (!isOwnDirectory(folder) || !existsSync(lockFile(folder))) continue
    const unlock = tryLockFile(lockFile(folder))
    if (unlock) discardStaging(folder)
    unlock?.()
  }
}

/** Others may make files in a directory for temporary files; a link or a folder of theirs is not followed. */
function isOwnDirectory(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === process.getuid?.()
}
