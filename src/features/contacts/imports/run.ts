import type { JobHandler } from '../../../core/jobs/job'
import { ParseFailure } from '../../../core/parsers/contract'
import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { type OpenImport, readOpenImport } from './open-import'
import { pruneImports } from './prune'
import { rowsOfFile } from './rows-of-file'
import { rowsOfSource } from './rows-of-source'
import { endImport } from './start'
import { storeRows } from './store-rows'

/**
 * Pause after a batch, as a multiple of the main thread's time for it: an import uses at most half of the thread.
 * Without it the thread did little else, and each request of others waited for a batch or two.
 */
const pauseFactor = 1
/** On a slow machine the pause is shorter, in ms: the import has to end, too. */
const maxPauseMs = 10

/**
 * Imports people into a list, some at a time, each batch with its position in one transaction: a repeated job continues
 * after the last stored batch. Cancelling ends it before its next batch. Each company has one place, so that no import
 * waits for another company's.
 */
export const runImport: JobHandler<{ importId: number }> = {
  attempts: 5,
  interruptions: 20,
  backoffSeconds: 2,
  timeoutSeconds: 900,
  concurrency: 8,
  perGroup: 1,
  async run(scope, { importId }) {
    const row = await readOpenImport(scope, importId)
    if (row?.state !== 'running') return
    try {
      await importRows(scope, row)
    } catch (error) {
      const reason = reasonOf(error)
      if (!reason) throw error
      await scope.transaction((tx) => endImport(tx, importId, 'failed', reason))
    }
    await pruneImports(scope, row.contactListId)
  },
  parked: (scope, { importId }) =>
    scope.transaction((tx) => endImport(tx, importId, 'failed', 'ERR_INTERNAL_SERVER_ERROR')),
}

async function importRows(scope: Scope, row: OpenImport) {
  const source = row.source === 'file' ? await rowsOfFile(scope, row) : rowsOfSource(scope, row)
  for await (const batch of source) {
    const took = await storeRows(scope, row, batch)
    if (took === undefined) return
    await Bun.sleep(Math.min(took * pauseFactor, maxPauseMs))
  }
  await scope.transaction((tx) => endImport(tx, row.id, 'done'))
}

/** Error code that a repetition would not mend; undefined for other errors. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof AppError && error.code !== 'ERR_NOT_READY' && error.code !== 'ERR_RATE_LIMIT') return error.code
  if (error instanceof ParseFailure)
    return error.reason === 'time' || error.reason === 'memory' ? 'ERR_LIST_FILE_TOO_LARGE' : 'ERR_SPREADSHEET_BROKEN'
}
