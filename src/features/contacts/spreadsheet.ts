import { ParseFailure } from '../../core/parsers/contract'
import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { withReceivedFile } from '../media/received-file'
import type { Sheet } from './model'

/**
 * PUT /contacts/spreadsheet: returns the rows of an .xlsx file with a heading, and its unused columns; stores nothing.
 * @throws ERR_TOO_LARGE, ERR_RATE_LIMIT, ERR_SPREADSHEET_TYPE, _LOCKED, _BROKEN, _TOO_LARGE, _ROWS, _COLUMNS, _EMPTY
 */
export function readSpreadsheet(scope: Scope, body: ReadableStream<Uint8Array> | null): Promise<Sheet> {
  const { ports, companyId } = scope
  return withReceivedFile(scope, body, limits.spreadsheet, (file) =>
    ports.parsers.run(companyId, 'spreadsheet.read', file).catch(refuse),
  )
}

function refuse(error: unknown): never {
  if (!(error instanceof ParseFailure)) throw error
  const tooLarge = error.reason === 'time' || error.reason === 'memory'
  throw new AppError(tooLarge ? 'ERR_SPREADSHEET_TOO_LARGE' : 'ERR_SPREADSHEET_BROKEN')
}
