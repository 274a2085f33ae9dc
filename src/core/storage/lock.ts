import { Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { UserError } from '../user-error'
import { giveToOwnerOfDirectory } from './owner'

export const lockFile = (directory: string) => join(directory, 'lock')

/**
 * Locks the data directory for this process and returns a function that releases it.
 * @throws UserError when another process holds the lock
 */
export function lockDirectory(directory: string): () => void {
  const unlock = tryLockFile(lockFile(directory), 300)
  if (unlock) return unlock
  throw new UserError(
    `another balcao is using ${directory}; stop it first, or set BALCAO_DATA_DIR to another directory`,
  )
}

/**
 * Locks a file, which is made, and returns a function that releases it; null while another holder has the lock.
 *
 * The lock is SQLite's exclusive lock on a file of its own. The kernel releases it when the process ends, also after
 * `kill -9`. Unlike a process id in a file, it also works between containers that share a volume.
 * @param waitMs time to wait for another holder; the thread is blocked meanwhile
 */
export function tryLockFile(file: string, waitMs = 0): (() => void) | null {
  const sqlite = new Sqlite(file, { create: true })
  try {
    giveToOwnerOfDirectory(file)
    sqlite.run(`pragma busy_timeout = ${waitMs}`)
    sqlite.run('pragma journal_mode = memory')
    sqlite.run('begin exclusive')
  } catch (error) {
    sqlite.close()
    if (!isBusy(error)) throw error
    return null
  }
  return () => sqlite.close()
}

const isBusy = (error: unknown) => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')
