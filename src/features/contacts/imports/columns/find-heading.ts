import type { TableRow } from '../contact-file-parser/table'
import { readCell } from '../read-number'
import { meaningOfHeading } from './headings'

/** Rows among which the headings are looked for; titles, dates and logos may stand above them. */
const searchedRows = 30

export const widthOf = (rows: TableRow[]) => rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
const filledOf = ({ cells }: TableRow) => cells.filter((cell) => cell !== '').length

/**
 * Index of the row with the headings; null without one. The row with the most known headings counts, else the first
 * wide row without numbers above rows with numbers.
 */
export function findHeading(rows: TableRow[], country: string): number | null {
  const hasNumbers = ({ cells }: TableRow) =>
    cells.some((cell) => hasManyDigits(cell) && 'number' in readCell(cell, { country }))
  const first = rows.slice(0, searchedRows)
  const usual = usualWidth(rows)
  const scores = first.map((row) => (isWide(row, usual) && !hasNumbers(row) ? scoreOf(row) : 0))
  const best = Math.max(0, ...scores)
  if (best > 0) return scores.indexOf(best)
  const wide = first.findIndex((row) => isWide(row, usual))
  const row = rows[wide]
  if (!row || row.cells.some((cell) => cell.includes('@') || hasManyDigits(cell))) return null
  return rows.slice(wide + 1).some(hasNumbers) && isText(row) ? wide : null
}

/** True for digits as many as those of a telephone number: an unknown heading has fewer, also where the number is refused. */
const hasManyDigits = (cell: string) => cell.replace(/\D/g, '').length >= 8

/** Cells of most rows. */
function usualWidth(rows: TableRow[]): number {
  const widths = rows
    .slice(0, 200)
    .map(filledOf)
    .toSorted((a, b) => a - b)
  return widths[Math.floor(widths.length / 2)] ?? 0
}

/** A title above a table has fewer cells than its rows. */
const isWide = (row: TableRow, usual: number) =>
  filledOf(row) >= Math.max(1, Math.min(usual, 4) / 2) && (usual < 2 || filledOf(row) > 1)

const isText = ({ cells }: TableRow) =>
  cells.filter((cell) => cell !== '').every((cell) => !/^[\d\s().,/+-]+$/.test(cell))

function scoreOf({ cells }: TableRow): number {
  let score = 0
  for (const cell of cells) {
    const meaning = cell.length > 60 ? undefined : meaningOfHeading(cell)
    if (meaning === 'number' || meaning === 'name' || meaning === 'firstName') score += 3
    else if (meaning !== undefined) score += 1
  }
  return score >= 3 ? score : 0
}
