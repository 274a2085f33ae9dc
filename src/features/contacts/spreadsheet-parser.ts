import { readXlsx } from 'hucre/xlsx'
import { blobOf, type ParserSource } from '../../core/parsers/contract'
import { storedZip } from '../../core/parsers/stored-zip'
import { BadZip, unpackZip } from '../../core/parsers/zip'
import { AppError, type ErrorCode } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { foldText } from '../../shared/text'
import type { Sheet, SheetRow } from './model'

/**
 * Cells read: 50 rows more than allowed, so that too many are noticed, and columns A to AZ. Cells beyond are skipped.
 */
const range = `A1:AZ${limits.importRows + 50}`
/** Characters read of one cell; more than any field may have. */
const maxCell = 300
/** Unused columns that are named to the user. */
const maxIgnored = 20
/** Members of one archive; Excel writes about 30. */
const maxMembers = 2000

/** Accepted headings of columns, without accents. */
const headings = {
  name: ['nome', 'name', 'nombre', 'contato', 'contact', 'contacto'],
  number: ['numero', 'number', 'telefone', 'celular', 'whatsapp', 'phone', 'telefono', 'fone', 'movil'],
  email: ['email', 'e-mail', 'mail', 'correo', 'correo electronico'],
}

/**
 * The contacts in the first sheet of an .xlsx file. Every member is unpacked with a size limit first; the library reads
 * a new, uncompressed archive of the members. Runs in a parser worker.
 * @throws ERR_SPREADSHEET_EMPTY, _LOCKED, _TYPE, _BROKEN, _TOO_LARGE, _ROWS, _COLUMNS
 */
export async function parseSpreadsheet(source: ParserSource): Promise<Sheet> {
  const bytes = await blobOf(source).bytes()
  refuseOtherFiles(bytes)
  const members = await unpackZip(bytes, { bytes: limits.spreadsheetUnpacked, members: maxMembers }).catch(refuseZip)
  if (!members.has('xl/workbook.xml')) throw new AppError('ERR_SPREADSHEET_TYPE')
  const { sheets } = await readXlsx(storedZip(members), { sheets: [0], range })
  return contactsOf(sheets[0]?.rows ?? [])
}

const zip = [0x50, 0x4b, 0x03, 0x04]
/** Signature of the container of Excel 95 to 2003, and of workbooks with a password. */
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0]

function refuseOtherFiles(bytes: Uint8Array) {
  if (bytes.length === 0) throw new AppError('ERR_SPREADSHEET_EMPTY')
  if (startsWith(bytes, oldOffice))
    throw new AppError(includesText(bytes, 'EncryptedPackage') ? 'ERR_SPREADSHEET_LOCKED' : 'ERR_SPREADSHEET_TYPE')
  if (!startsWith(bytes, zip)) throw new AppError('ERR_SPREADSHEET_TYPE')
}

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/** True when the bytes contain the text in UTF-16, as names in that container are encoded. */
const includesText = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(text, 'utf16le'))

function refuseZip(error: unknown): never {
  if (!(error instanceof BadZip)) throw error
  throw new AppError(error.reason === 'tooLarge' ? 'ERR_SPREADSHEET_TOO_LARGE' : 'ERR_SPREADSHEET_BROKEN')
}

/** Rows below the heading, with columns in any order; empty rows are skipped. */
function contactsOf(table: unknown[][]): Sheet {
  const at = table.findIndex((cells) => cells.some((cell) => textOf(cell)))
  if (at < 0) throw refusal('ERR_SPREADSHEET_EMPTY')
  const heading = (table[at] as unknown[]).map(textOf)
  const columns = columnsOf(heading)
  const rows = table.slice(at + 1).flatMap((cells, index) => {
    const row: SheetRow = { row: at + index + 2, ...cellsOf(cells, columns) }
    return row.name || row.number || row.email ? [row] : []
  })
  if (rows.length === 0) throw refusal('ERR_SPREADSHEET_EMPTY')
  if (rows.length > limits.importRows) throw refusal('ERR_SPREADSHEET_ROWS')
  const used = Object.values(columns)
  return { rows, ignored: heading.filter((name, column) => name !== '' && !used.includes(column)).slice(0, maxIgnored) }
}

type Columns = Record<keyof typeof headings, number>

function columnsOf(heading: string[]): Columns {
  const names = heading.map((cell) => foldText(cell))
  const indexOf = (of: keyof typeof headings) => names.findIndex((name) => headings[of].includes(name))
  const columns = { name: indexOf('name'), number: indexOf('number'), email: indexOf('email') }
  if (columns.number < 0) throw refusal('ERR_SPREADSHEET_COLUMNS')
  return columns
}

const cellsOf = (cells: unknown[], { name, number, email }: Columns) => ({
  name: textOf(cells[name]),
  number: textOf(cells[number]),
  email: textOf(cells[email]),
})

const refusal = (code: ErrorCode) =>
  new AppError(code, code === 'ERR_SPREADSHEET_ROWS' ? { max: limits.importRows } : {})

/** A cell as text: numbers with all their digits, formulas as their last result, dates as empty text. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell)
  if (cell instanceof Date) return ''
  return String(cell).trim().slice(0, maxCell)
}
