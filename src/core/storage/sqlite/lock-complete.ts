import type { Database as Sqlite } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { UserError } from '../../user-error'
import { prepareLog } from './prepare-log'

/** Attempts to find an empty log under the lock; each fails only by a commit between two statements. */
const maxAttempts = 20

/**
 * Takes the write lock of a database with an empty log: its file alone is complete, and no other process changes it
 * until the transaction ends. A commit between the checkpoint and the lock is in the log only; then both are repeated.
 * @throws UserError while other commands read or keep writing
 */
export function lockComplete(sqlite: Sqlite, file: string) {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    prepareLog(file)
    const emptied = sqlite.query('pragma wal_checkpoint(truncate)').get() as { busy: number }
    if (emptied.busy !== 0) throw new UserError('another command reads the database; wait for its end, then move')
    sqlite.run('begin immediate')
    if (isEmpty(`${file}-wal`)) return
    sqlite.run('rollback')
  }
  throw new UserError('another command keeps writing to the database; wait for its end, then move')
}

const isEmpty = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
