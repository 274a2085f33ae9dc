import { AppError } from '../../../shared/errors'
import { readCsvRows } from './csv-rows'
import type { TableRow } from './table'
import { readXlsRows } from './xls-rows'
import { readXlsxRows } from './xlsx-rows'

const zip = [0x50, 0x4b, 0x03, 0x04]
/** Container of Excel 95 to 2003, and of workbooks with a password. */
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0]

/** Starts of texts that are no table: PDF, RTF, HTML and XML. Old systems name a page with a table `.xls`. */
const otherText = /^\uFEFF?\s*(%PDF-|\{\\rtf|<)/

/**
 * Calls `onRow` for each row with text of an .xlsx, .xls or .csv file; the bytes decide its type, not its name.
 * @throws ERR_SPREADSHEET_EMPTY, _LOCKED, _MACROS, _BROKEN, ERR_LIST_FILE_TYPE, _TOO_LARGE
 */
export async function readRows(bytes: Uint8Array<ArrayBuffer>, onRow: (row: TableRow) => void) {
  if (bytes.length === 0) throw new AppError('ERR_SPREADSHEET_EMPTY')
  if (startsWith(bytes, zip)) return readXlsxRows(bytes, onRow)
  if (startsWith(bytes, oldOffice)) return readXlsRows(bytes, onRow)
  if (!isText(bytes)) throw new AppError('ERR_LIST_FILE_TYPE')
  readCsvRows(bytes, onRow)
}

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/** True for a table as text: no control characters, which every binary format has; UTF-16 is known by its mark. */
function isText(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return true
  const start = bytes.subarray(0, 4096)
  return !start.some((byte) => byte < 9 || (byte > 13 && byte < 32)) && !otherText.test(new TextDecoder().decode(start))
}
