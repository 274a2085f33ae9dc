import { AppError } from '../../../shared/errors'
import { cellText, maxColumns, type TableRow } from './table'

/** Bytes that are decoded at once. */
const chunkSize = 256 * 1024
/** Characters of one cell with quotes, at most. */
const longestCell = 100_000

/**
 * Reads a text file with separated columns: `;`, `,` or tab, as the first line has it; UTF-8, UTF-16 with its mark, or
 * Windows-1252. @throws ERR_SPREADSHEET_BROKEN for a quote that does not end, and what `onRow` throws
 */
export function readCsvRows(bytes: Uint8Array, onRow: (row: TableRow) => void) {
  const decoder = new TextDecoder(encodingOf(bytes))
  const reader = new CsvReader(onRow)
  for (let at = 0; at < bytes.length; at += chunkSize)
    reader.read(decoder.decode(bytes.subarray(at, at + chunkSize), { stream: true }))
  reader.read(decoder.decode())
  reader.end()
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const start = bytes.subarray(0, chunkSize)
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

class CsvReader {
  private separator: string | undefined
  private pending = ''
  private line = 1
  private cells: string[] = []

  constructor(private readonly onRow: (row: TableRow) => void) {}

  read(text: string) {
    this.pending += text
    this.separator ??= separatorOf(this.pending)
    if (this.separator !== undefined) this.readCells(false)
  }

  end() {
    this.separator ??= ';'
    this.pending += '\n'
    this.readCells(true)
    if (this.pending !== '') throw new AppError('ERR_SPREADSHEET_BROKEN')
  }

  /** Reads all cells whose end is known; the rest stays pending. */
  private readCells(isEnd: boolean) {
    let at = 0
    for (;;) {
      const next = this.readCell(at, isEnd)
      if (next < 0) break
      at = next
    }
    this.pending = this.pending.slice(at)
    if (this.pending.length > longestCell) throw new AppError('ERR_SPREADSHEET_BROKEN')
  }

  /** Reads the cell that starts here; returns where the next one starts, or -1 when its end is not read yet. */
  private readCell(start: number, isEnd: boolean): number {
    const text = this.pending
    const isQuoted = text[start] === '"'
    const close = isQuoted ? closingQuote(text, start + 1, isEnd) : start
    if (close < 0) return -1
    const end = this.endOfCell(text, close)
    if (end < 0) return -1
    const cell = isQuoted ? text.slice(start + 1, close).replaceAll('""', '"') : text.slice(start, end)
    if (this.cells.length < maxColumns) this.cells.push(cellText(cell))
    if (text[end] === '\n') this.endRow()
    return end + 1
  }

  private endOfCell(text: string, from: number): number {
    for (let at = from; at < text.length; at++) if (text[at] === '\n' || text[at] === this.separator) return at
    return -1
  }

  private endRow() {
    const { cells, line } = this
    this.cells = []
    this.line++
    if (cells.some((cell) => cell !== '')) this.onRow({ row: line, cells })
  }
}

/** Index of the quote that ends a cell; -1 when it is not read yet: a quote at the very end may be half of two. */
function closingQuote(text: string, from: number, isEnd: boolean): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (at + 1 === text.length && !isEnd) return -1
    if (text[at + 1] !== '"') return at
  }
  return -1
}

/** The most frequent separator of the first line; undefined while that line is not complete. */
function separatorOf(text: string): string | undefined {
  const end = text.indexOf('\n')
  if (end < 0) return undefined
  const counts = [';', ',', '\t'].map((sign) => ({ sign, count: text.slice(0, end).split(sign).length }))
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign
}
