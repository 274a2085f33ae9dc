import type { ParserSource } from '../../../core/parsers/contract'
import { blobOf } from '../../../core/parsers/contract'
import type { RowFault } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import type { Layout } from './columns/layout'
import { openFile } from './contact-file-parser/open-file'
import type { TableRow } from './contact-file-parser/table'
import { type LeftOut, learntRows, PersonReader, type Reading } from './read-person'

/** A field of a parsed person: index of its name in `ParsedFile.fieldNames`, and value. */
type ParsedField = [name: number, value: string]
/** A person of the file; `repeats` is the earlier row with the same number. */
export type ParsedPerson = [
  row: number,
  name: string,
  number: string,
  email: string,
  fields: ParsedField[],
  leftOut: LeftOut[],
  repeats: number | null,
]
/** A refused row with its fault, and name and number as far as it has them. */
export type RefusedRow = [row: number, name: string, number: string, fault: RowFault]
export type ParsedRow = ParsedPerson | RefusedRow

/** Lines of JSON, one row each, in the order of the file. */
export interface ParsedFile {
  rows: number
  fieldNames: string[]
  lines: Uint8Array<ArrayBuffer>
}

export type ParseInput = ParserSource & Reading & { layout: Layout }

/**
 * Reads, normalises and compares all rows of a file. Runs in a parser worker. Rows are compared only within the file. Rows
 * that repeat the heading, as in files put together of several, are skipped.
 * @throws ERR_LIST_ROWS for too many rows, ERR_SPREADSHEET_EMPTY, and as openFile
 */
export async function parseContactFile({ layout, language, country, ...source }: ParseInput): Promise<ParsedFile> {
  const bytes = new Uint8Array(await blobOf(source).arrayBuffer())
  const file = await openFile(bytes, language)
  const people = new FileReading(layout, { language, country })
  await file.read(layout.sheet, (row) => people.add(row))
  people.end()
  if (people.lines.count === 0) throw new AppError('ERR_SPREADSHEET_EMPTY')
  return { rows: people.lines.count, fieldNames: people.fieldNames, lines: people.lines.bytes() }
}

class FileReading {
  readonly lines = new LineBuffer()
  readonly fieldNames: string[] = []
  private readonly indexes = new Map<string, number>()
  private readonly rowOfNumber = new Map<number, number>()
  private heading = ''
  private reader: PersonReader
  /** First rows, which wait until the way of writing numbers is known. */
  private waiting: TableRow[] | null = []

  constructor(
    private readonly layout: Layout,
    private readonly reading: Reading,
  ) {
    this.reader = new PersonReader(layout, [], reading)
  }

  add({ row, cells, fault }: TableRow) {
    const { heading } = this.layout
    if (heading !== null && row <= heading) {
      if (row < heading) return
      this.heading = cells.join('\0')
      this.reader = new PersonReader(this.layout, cells, this.reading)
      return
    }
    if (heading !== null && cells.join('\0') === this.heading) return
    if (!this.waiting) return this.store({ row, cells, fault })
    this.waiting.push({ row, cells, fault })
    if (this.waiting.length === learntRows) this.end()
  }

  /** Stores the rows that wait. */
  end() {
    const rows = this.waiting
    if (!rows) return
    this.waiting = null
    this.reader.learnFrom(rows)
    for (const row of rows) this.store(row)
  }

  private store(row: TableRow) {
    if (this.lines.count === limits.listItems) throw new AppError('ERR_LIST_ROWS')
    this.lines.add(this.parsed(row.row, this.reader.readRow(row)))
  }

  private parsed(row: number, { person, typed, fault, leftOut }: ReturnType<PersonReader['readRow']>): ParsedRow {
    if (!person) return [row, typed.name, typed.number, fault ?? 'noNumber']
    const { name, number, email, fields } = person
    const repeats = this.rowOfNumber.get(Number(number)) ?? null
    if (repeats === null) this.rowOfNumber.set(Number(number), row)
    const parsedFields = fields.map(([field, value]): ParsedField => [this.indexOf(field), value])
    return [row, name, number, email, parsedFields, leftOut, repeats]
  }

  private indexOf(field: string): number {
    const index = this.indexes.get(field)
    if (index !== undefined) return index
    this.indexes.set(field, this.fieldNames.length)
    return this.fieldNames.push(field) - 1
  }
}

/** Bytes of one part of the lines. */
const partBytes = 1 << 18
/** Rows between two collections of garbage: the texts of the file would otherwise grow the heap to several times it. */
const rowsPerCollection = 20_000

/** Collects lines as bytes in parts; texts do not stay in memory. */
class LineBuffer {
  private readonly parts: Uint8Array<ArrayBuffer>[] = []
  private part = new Uint8Array(partBytes)
  private usedBytes = 0
  private readonly encoder = new TextEncoder()
  count = 0

  add(row: ParsedRow) {
    const line = `${JSON.stringify(row)}\n`
    if (this.usedBytes + line.length * 3 > partBytes) this.endPart(line.length * 3)
    this.usedBytes += this.encoder.encodeInto(line, this.part.subarray(this.usedBytes)).written
    if (++this.count % rowsPerCollection === 0) Bun.gc(true)
  }

  /** Ends a part. The next part has room for a line of this many bytes. */
  private endPart(nextLine: number) {
    this.parts.push(this.part.slice(0, this.usedBytes))
    if (nextLine > this.part.length) this.part = new Uint8Array(nextLine)
    this.usedBytes = 0
  }

  bytes() {
    this.endPart(0)
    return Bun.concatArrayBuffers(this.parts, Number.POSITIVE_INFINITY, true)
  }
}
