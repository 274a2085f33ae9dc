import type { ParserSource } from '../../core/parsers/contract'
import { blobOf } from '../../core/parsers/contract'
import type { RowFault } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { normaliseNumber } from '../../shared/phone'
import { readContactRow } from '../contacts/read-row'
import { type Columns, columnsByHeading, guessColumns } from './list-file-parser/columns'
import { readRows } from './list-file-parser/read-rows'
import type { TableRow } from './list-file-parser/table'

/** First rows of a file with its columns; `columns` is a proposal unless `isSure`. */
export interface FileStart {
  rows: string[][]
  columns: Columns
  isSure: boolean
}

/** Rows shown for the choice of columns. */
const previewRows = 6
/** Characters of a cell shown there. */
const previewCell = 100

class EnoughRows extends Error {}

const bytesOf = async (source: ParserSource) => new Uint8Array(await blobOf(source).arrayBuffer())

/**
 * Reads the first rows of a file. Runs in a parser worker. @throws ERR_SPREADSHEET_EMPTY, also for headings alone, and as
 * readRows
 */
export async function readFileStart(source: ParserSource): Promise<FileStart> {
  const rows: string[][] = []
  const collect = ({ cells }: TableRow) => {
    rows.push(cells.map((cell) => cell.slice(0, previewCell)))
    if (rows.length === previewRows) throw new EnoughRows()
  }
  await readRows(await bytesOf(source), collect).catch((error) => {
    if (!(error instanceof EnoughRows)) throw error
  })
  const [first] = rows
  if (!first) throw new AppError('ERR_SPREADSHEET_EMPTY')
  const named = columnsByHeading(first)
  const columns = named ?? guessColumns(rows)
  if (rows.length === 1 && columns.heading) throw new AppError('ERR_SPREADSHEET_EMPTY')
  return { rows, columns, isSure: named !== undefined }
}

/** A person of the file: row, name, number, e-mail. */
export type ParsedPerson = [row: number, name: string, number: string, email: string]
/** A refused row with its fault and the number as far as it is one; `other` is the row with the same number. */
export type RefusedRow = [row: number, name: string, number: string, fault: RowFault, other: number | null]
export type ParsedRow = ParsedPerson | RefusedRow

/** Lines of JSON, one row each, in the order of the file. */
export interface ParsedFile {
  rows: number
  lines: Uint8Array<ArrayBuffer>
}

/**
 * Reads, normalises and compares all rows of a file. Runs in a parser worker. Rows are compared only within the file.
 * @throws ERR_LIST_ROWS for too many rows, ERR_SPREADSHEET_EMPTY, and as readRows
 */
export async function parseContactFile(given: ParserSource & { columns: Columns }): Promise<ParsedFile> {
  const { columns } = given
  const lines = new LineBuffer()
  const rowOfNumber = new Map<number, number>()
  let isHeading = columns.heading
  await readRows(await bytesOf(given), ({ row, cells }) => {
    if (isHeading) {
      isHeading = false
      return
    }
    if (lines.count === limits.listItems) throw new AppError('ERR_LIST_ROWS')
    lines.add(parseRow(row, cells, columns, rowOfNumber))
  })
  if (lines.count === 0) throw new AppError('ERR_SPREADSHEET_EMPTY')
  return { rows: lines.count, lines: lines.bytes() }
}

function parseRow(row: number, cells: string[], columns: Columns, rowOfNumber: Map<number, number>): ParsedRow {
  const typed = {
    name: columns.name === null ? '' : (cells[columns.name] ?? ''),
    number: cells[columns.number] ?? '',
    email: columns.email === null ? '' : (cells[columns.email] ?? ''),
  }
  const refuse = (fault: RowFault, other: number | null = null): RefusedRow => [
    ...([row, typed.name.slice(0, previewCell), normaliseNumber(typed.number) ?? typed.number] as const),
    ...([fault, other] as const),
  ]
  const read = readContactRow(typed.name, typed.number, typed.email)
  if (typeof read === 'string') return refuse(read)
  const other = rowOfNumber.get(Number(read.number))
  if (other !== undefined) return refuse('repeated', other)
  rowOfNumber.set(Number(read.number), row)
  return [row, read.name, read.number, read.email]
}

/** Bytes of one part of the lines. */
const partBytes = 1 << 18
/** Rows between two collections of garbage: the texts of the file would otherwise grow the heap to several times it. */
const rowsPerCollection = 20_000

/** Collects lines as bytes in parts of equal size; texts do not stay in memory. */
class LineBuffer {
  private readonly parts: Uint8Array<ArrayBuffer>[] = []
  private part = new Uint8Array(partBytes)
  private used = 0
  private readonly encoder = new TextEncoder()
  count = 0

  add(row: ParsedRow) {
    const line = `${JSON.stringify(row)}\n`
    if (this.used + line.length * 3 > partBytes) this.endPart()
    this.used += this.encoder.encodeInto(line, this.part.subarray(this.used)).written
    if (++this.count % rowsPerCollection === 0) Bun.gc(true)
  }

  private endPart() {
    this.parts.push(this.part.slice(0, this.used))
    this.used = 0
  }

  bytes() {
    this.endPart()
    return Bun.concatArrayBuffers(this.parts, Number.POSITIVE_INFINITY, true)
  }
}
