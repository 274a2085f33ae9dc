import { prepareDirectory } from '../../core/storage/data-directory'
import { lockDirectory } from '../../core/storage/lock'
import { assertDatabaseExists } from '../../core/storage/sqlite/open-concurrently'
import type { MoveRequest } from './read-request'

/**
 * Locks the data directory, and the one to which the database is moved. Returns a function that releases them.
 * @throws UserError while a server uses one of them
 */
export function lockPlaces({ config: { dataDir, databaseUrl }, to }: MoveRequest): () => void {
  if (databaseUrl === null) assertDatabaseExists(dataDir)
  else prepareDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  if (!to || !('directory' in to) || to.directory === dataDir) return unlock
  try {
    prepareDirectory(to.directory)
    const unlockTarget = lockDirectory(to.directory)
    return () => {
      unlockTarget()
      unlock()
    }
  } catch (error) {
    unlock()
    throw error
  }
}
