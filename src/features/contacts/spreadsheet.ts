import { bytesInOneBuffer } from '../../core/http/body'
import { ParseFailure } from '../../core/parsers/contract'
import { bytePace } from '../../core/process/byte-pace'
import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import type { Sheet } from './model'

/**
 * PUT /contacts/spreadsheet: returns the rows of an .xlsx file with a heading, and its unused columns; stores nothing.
 * @throws ERR_TOO_LARGE, ERR_RATE_LIMIT, ERR_SPREADSHEET_TYPE, _LOCKED, _BROKEN, _TOO_LARGE, _ROWS, _COLUMNS, _EMPTY
 */
export async function readSpreadsheet(
  { ports, companyId }: Scope,
  body: ReadableStream<Uint8Array> | null,
): Promise<Sheet> {
  const bytes = await bytesInOneBuffer(body && bytePace.pieces(companyId, body), limits.spreadsheet)
  return ports.parsers.run(companyId, 'spreadsheet.read', { bytes }).catch(refuse)
}

function refuse(error: unknown): never {
  if (!(error instanceof ParseFailure)) throw error
  const tooLarge = error.reason === 'time' || error.reason === 'memory'
  throw new AppError(tooLarge ? 'ERR_SPREADSHEET_TOO_LARGE' : 'ERR_SPREADSHEET_BROKEN')
}
