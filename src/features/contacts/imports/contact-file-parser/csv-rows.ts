import { AppError } from '../../../../shared/errors'
import { findSeparator, separatorSample } from './csv-separator'
import { cellText, maxColumns, type OpenedFile, type TableRow } from './table'
import { textOf } from './text-encoding'

/** Characters of one cell with quotes, at most. */
const longestCell = 100_000

/** A text with separated columns, in any encoding of `textOf` and with any separator of `findSeparator`. */
export const openCsv = (bytes: Uint8Array): OpenedFile => ({
  sheets: [''],
  hasOwnHeading: false,
  read: (_, onRow) => readCsvRows(bytes, onRow),
})

/**
 * A row with a quote that does not end has a fault; the next line is a row of its own. @throws ERR_SPREADSHEET_BROKEN for a cell of
 * more than 100,000 characters, and what `onRow` throws
 */
function readCsvRows(bytes: Uint8Array, onRow: (row: TableRow) => void) {
  const reader = new CsvReader(onRow)
  for (const text of textOf(bytes)) reader.read(text)
  reader.end()
}

class CsvReader {
  private separator: string | undefined
  private pending = ''
  private line = 1
  private cells: string[] = []
  /** Where the next cell begins in `pending`. */
  private cellStart = 0
  /** Where its row begins. */
  private rowStart = 0

  constructor(private readonly onRow: (row: TableRow) => void) {}

  read(text: string) {
    this.pending += text
    if (this.separator === undefined && this.pending.length >= separatorSample) this.begin()
    if (this.separator !== undefined) this.readCells(false)
  }

  end() {
    if (this.separator === undefined) this.begin()
    this.pending += '\n'
    this.readCells(true)
  }

  private begin() {
    const { separator, skipped, hasLine } = findSeparator(this.pending)
    this.separator = separator
    this.pending = this.pending.slice(skipped)
    if (hasLine) this.line++
  }

  /** Reads all cells whose end is known; the rest stays pending. */
  private readCells(isEnd: boolean) {
    let at = this.cellStart
    while (at < this.pending.length) {
      const next = this.readCell(at, isEnd || this.pending.length - at > longestCell)
      if (next < 0) break
      at = next
    }
    if (at - this.rowStart > longestCell) this.rowStart = at
    this.pending = this.pending.slice(this.rowStart)
    this.cellStart = at - this.rowStart
    this.rowStart = 0
  }

  /** Reads the cell that starts here; returns where the next one starts, or -1 when its end is not read yet. */
  private readCell(start: number, isEnd: boolean): number {
    const text = this.pending
    const quote = afterSpaces(text, start)
    const isQuoted = text[quote] === '"'
    const close = isQuoted ? closingQuote(text, quote + 1, isEnd) : start
    if (close < 0) return isEnd ? this.refuseRow(quote) : -1
    const end = this.endOfCell(text, close)
    if (end < 0 && isEnd) throw new AppError('ERR_SPREADSHEET_BROKEN')
    if (end < 0) return -1
    if (isQuoted && isOpen(text.slice(quote, close), text.slice(close + 1, end))) return this.refuseRow(quote)
    const cell = isQuoted ? text.slice(quote + 1, close).replaceAll('""', '"') : text.slice(start, end)
    const isLast = text[end] === '\n'
    this.addCell(cell, isQuoted, isLast)
    if (isLast) this.endRow(end + 1)
    return end + 1
  }

  private addCell(cell: string, isQuoted: boolean, isLast: boolean) {
    const isRow = isQuoted && isLast && this.cells.length === 0
    const cells = isRow ? splitRow(cell, this.separator as string) : [cell]
    for (const cell of cells) if (this.cells.length < maxColumns) this.cells.push(plainText(cell))
  }

  private endOfCell(text: string, from: number): number {
    for (let at = from; at < text.length; at++) if (text[at] === '\n' || text[at] === this.separator) return at
    return -1
  }

  private endRow(next: number) {
    const { cells, line } = this
    this.cells = []
    this.line++
    this.rowStart = next
    if (cells.some((cell) => cell !== '')) this.onRow({ row: line, cells })
  }

  /** Reports the row of a quote that does not end, and goes on behind its line. */
  private refuseRow(quote: number): number {
    const { line, rowStart } = this
    const end = this.pending.indexOf('\n', quote)
    const next = end < 0 ? this.pending.length : end + 1
    const text = cellText(this.pending.slice(rowStart, next))
    this.cells = []
    this.line++
    this.rowStart = next
    this.onRow({ row: line, cells: [text], fault: 'openQuote' })
    return next
  }
}

/**
 * Cells of a row that is one quoted cell: spreadsheets write such rows when a text with another separator is saved again,
 * such as `"Ana,""(11) 98888-0051"""`.
 */
function splitRow(row: string, separator: string): string[] {
  if (separator === '' || !row.includes(separator) || row.includes('\n')) return [row]
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^\\${separator}"]*))\\${separator}`, 'gy')
  const cells = [...`${row}${separator}`.matchAll(cell)]
  if (cells.map(([whole]) => whole).join('') !== `${row}${separator}`) return row.split(separator)
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

/** Some programs write a space between separator and quote. */
function afterSpaces(text: string, start: number): number {
  let at = start
  while (text[at] === ' ' && at - start < 9) at++
  return at
}

/** Index of the quote that ends a cell; -1 when it is not read yet: a quote at the very end may be half of two. */
function closingQuote(text: string, from: number, isEnd: boolean): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (at + 1 === text.length && !isEnd) return -1
    if (text[at + 1] !== '"') return at
  }
  return -1
}

/** True for a quoted text of several lines behind which no cell ends: its quote is the first one of a later cell. */
const isOpen = (quoted: string, behind: string) => behind.trim() !== '' && quoted.includes('\n')

/** Formula by which programs keep Excel from shortening digits: `="5511988887777"`. */
const textFormula = /^="([^"]{0,500})"$/
/** Apostrophe by which spreadsheets, and `csvCell` of this program, mark a text that begins like a formula or a number. */
const marked = /^'(?='{0,9}[=+\-@\d＝＋－＠﹦﹢﹣﹫])/

const plainText = (cell: string) => {
  const text = cellText(cell)
  return textFormula.exec(text)?.[1] ?? text.replace(marked, '')
}
