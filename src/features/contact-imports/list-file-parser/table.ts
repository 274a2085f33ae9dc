import { limits } from '../../../shared/limits'

/** One row of a file: its number, from 1, and its cells as text. */
export interface TableRow {
  row: number
  cells: string[]
}

/** Characters read of one cell; more than any field may have. */
export const maxCell = 300
/** Columns read of one row. */
export const maxColumns = limits.listColumns

/** A number as typed text: all its digits, no exponent. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}

export const cellText = (text: string) => text.trim().slice(0, maxCell)
