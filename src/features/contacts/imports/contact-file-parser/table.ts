import { limits } from '../../../../shared/limits'

/** One row of a file: its number, from 1, and its cells as text. */
export interface TableRow {
  row: number
  cells: string[]
  /** Set for a row that cannot be read; its only cell is its text. */
  fault?: 'openQuote'
}

/** A file whose kind and sheets are known. */
export interface OpenedFile {
  /** Names of the sheets in their order; one empty name for a file without sheets. */
  sheets: string[]
  /** True for a file whose first row is a heading written by this program: vCards. */
  hasOwnHeading: boolean
  /** Calls `onRow` for each row with text of a sheet. @throws ERR_SPREADSHEET_BROKEN, ERR_LIST_FILE_TOO_LARGE, and what `onRow` throws */
  read(sheet: number, onRow: (row: TableRow) => void): Promise<void> | void
}

/** Characters read of one cell: those of a contact's field, and some for a cell with several numbers. */
export const maxCell = limits.extraValue.max + 1
/** Columns read of one row. */
export const maxColumns = limits.listColumns

/** A number as typed text: all its digits, no exponent. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}

export const cellText = (text: string) => text.trim().slice(0, maxCell)

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A moment as people of most countries write a day, with the time unless it is midnight: `31/12/2026 14:30`. */
export function dayText(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return ''
  const day = `${twoDigits(moment.getUTCDate())}/${twoDigits(moment.getUTCMonth() + 1)}/${moment.getUTCFullYear()}`
  const [hours, minutes] = [moment.getUTCHours(), moment.getUTCMinutes()]
  return hours === 0 && minutes === 0 ? day : `${day} ${twoDigits(hours)}:${twoDigits(minutes)}`
}
