import { Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { UserError } from '../user-error'

/**
 * Takes the data directory for this process; the answer gives it back. Throws UserError when another process has it.
 *
 * The lock is SQLite's own exclusive lock on a file kept for this alone: the kernel releases it however the process
 * ends, `kill -9` included, and unlike a process id in a file it also holds between containers that share a volume.
 */
export function lockDirectory(directory: string): () => void {
  const sqlite = new Sqlite(join(directory, 'lock'), { create: true })
  try {
    sqlite.run('pragma busy_timeout = 300')
    sqlite.run('pragma journal_mode = memory')
    sqlite.run('begin exclusive')
  } catch (error) {
    sqlite.close()
    if (!isBusy(error)) throw error
    throw new UserError(
      `another balcao is using ${directory}; stop it first, or set BALCAO_DATA_DIR to another directory`,
    )
  }
  return () => sqlite.close()
}

const isBusy = (error: unknown) => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')
