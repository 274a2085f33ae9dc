import { readXls } from 'hucre/xlsx'
import { AppError } from '../../../../shared/errors'
import { cellText, dayText, maxColumns, numberText, type OpenedFile } from './table'

/**
 * Opens an .xls file (BIFF8, Excel 97 to 2003), whose sheets have at most 65,536 rows; formulas count with their last
 * result. @throws ERR_SPREADSHEET_LOCKED, _MACROS, _BROKEN
 */
export async function openXls(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedFile> {
  if (includesName(bytes, 'EncryptedPackage')) throw new AppError('ERR_SPREADSHEET_LOCKED')
  if (includesName(bytes, '_VBA_PROJECT')) throw new AppError('ERR_SPREADSHEET_MACROS')
  const { sheets } = await readXls(bytes).catch((error: Error) => {
    throw new AppError(/password|encrypt/i.test(String(error)) ? 'ERR_SPREADSHEET_LOCKED' : 'ERR_SPREADSHEET_BROKEN')
  })
  return {
    sheets: sheets.map(({ name }) => name),
    hasOwnHeading: false,
    read(sheet, onRow) {
      for (const [at, row] of (sheets[sheet]?.rows ?? []).entries()) {
        const cells = (row ?? []).slice(0, maxColumns).map(textOf)
        if (cells.some((cell) => cell !== '')) onRow({ row: at + 1, cells })
      }
    },
  }
}

/** True when the bytes contain the text in UTF-16, as names in that container are encoded. */
const includesName = (bytes: Uint8Array, name: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, 'utf16le'))

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dayText(cell)
  return typeof cell === 'number' ? numberText(cell) : cellText(String(cell))
}
