import type { CellFault, ColumnMeaning, Language } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import type { NumberFault } from '../../../shared/phone/faults'
import { cutText, removeInvalidCharacters } from '../../../shared/text'
import { fieldName, isOwnHeading, uniqueName } from '../contacts/spreadsheet/own-file'
import { columnWords } from './column-words'
import { areDocuments } from './columns/cell-kinds'
import { numberRank } from './columns/headings'
import type { Layout } from './columns/layout'
import { writesCodes } from './columns/written-codes'
import type { TableRow } from './contact-file-parser/table'
import { nameBeside } from './name-beside'
import { numbersOfCell, withoutDocuments } from './numbers-of-cell'
import type { ReadCell } from './read-number'

/** A person of a file; `fields` are the columns without another meaning, by their headings. */
export interface Person {
  name: string
  number: string
  email: string
  fields: [name: string, value: string][]
}

/** A cell that is left out, or cut: its heading, the reason, and the text. */
export type LeftOut = [column: string, fault: CellFault, text: string]

interface ReadRow {
  person: Person | null
  /** Name and number as far as the refused row has them. */
  typed: { name: string; number: string }
  fault: NumberFault | null
  leftOut: LeftOut[]
}

interface Column {
  at: number
  meaning: ColumnMeaning
  title: string
  rank: number
}

/** Texts that programs write for "nothing". */
const blank = /^([-–—_.\s]{1,9}|null|nan|none|undefined|#n\/d|#n\/a|nil)$/i
/** Characters of a left-out cell that are listed. */
const maxListed = 100

/** Country of numbers without an international prefix, and language of the names that this program gives. */
export interface Reading {
  country: string
  language: Language
}

/** Rows of a file by which `learnFrom` learns how its numbers are written. */
export const learntRows = 500

/** Reads the rows of one layout. */
export class PersonReader {
  private readonly columns: Column[]
  private readonly country: string
  /** In a file of this program a name of one dot is a name, and a field keeps its line breaks. */
  private readonly isOwnFile: boolean
  private writesCodes = false
  /** Columns of numbers that hold documents, although their digits have the form of telephone numbers. */
  private documents = new Set<Column>()

  /** @param titles cells of the heading; a column without one is called by its letter */
  constructor({ columns }: Layout, titles: string[], { country, language }: Reading) {
    this.country = country
    this.isOwnFile = isOwnHeading(titles)
    const nameOfColumn = columnWords[language]
    const taken = new Set<string>()
    this.columns = columns.map((meaning, at) => {
      const title = uniqueName(fieldName(titles[at] ?? '') || nameOfColumn(letterOf(at)), taken)
      return { at, meaning, title, rank: numberRank(titles[at] ?? '') }
    })
  }

  /** Decides by rows of the file whether its numbers have the country code without `+`, and which columns are documents. */
  learnFrom(rows: TableRow[]) {
    const numbers = this.of('number')
    this.documents = new Set(
      numbers.filter((column) => areDocuments(rows.map(({ cells }) => this.numbersIn(cells, column)))),
    )
    const cells = rows.flatMap((row) => numbers.map((column) => this.numbersIn(row.cells, column)))
    this.writesCodes = !this.isOwnFile && writesCodes(cells, this.country)
  }

  /** Headings under which columns are kept as fields. */
  get fieldNames(): string[] {
    return this.of('field').map(({ title }) => title)
  }

  /** Reads a row of a file; one with a fault has no person. */
  readRow({ cells, fault }: TableRow): Omit<ReadRow, 'fault'> & { fault: NumberFault | 'openQuote' | null } {
    if (!fault) return this.read(cells)
    return { person: null, typed: { name: '', number: (cells[0] ?? '').slice(0, maxListed) }, fault, leftOut: [] }
  }

  read(cells: string[]): ReadRow {
    const leftOut: LeftOut[] = []
    const found = this.readNumbers(cells, leftOut)
    const name = this.readName(cells) || (this.columns.length === 1 ? nameBeside(found.typed) : '')
    const typed = { name: name.slice(0, maxListed), number: found.typed.slice(0, maxListed) }
    if (!found.number) return { person: null, typed, fault: found.fault, leftOut: [] }
    const fields = this.readFields(cells, leftOut)
    this.keepOtherNames(cells, name, fields, leftOut)
    const email = this.readEmail(cells, fields, leftOut)
    for (const [title, value] of found.others) addField(fields, title, value, leftOut)
    const cutName = cutText(name, limits.whatsappName.max)
    if (cutName !== name) leftOut.push([this.of('name')[0]?.title ?? '', 'nameCut', name.slice(0, maxListed)])
    return {
      person: { name: cutName || found.number, number: found.number, email, fields },
      typed,
      fault: null,
      leftOut,
    }
  }

  private of(meaning: ColumnMeaning): Column[] {
    return this.columns.filter((column) => column.meaning === meaning)
  }

  private textOf(cells: string[], meaning: ColumnMeaning): string {
    const [first] = this.of(meaning).flatMap(({ at }) => this.cellOf(cells, at) || [])
    return first ?? ''
  }

  private readName(cells: string[]): string {
    const whole = this.textOf(cells, 'name')
    const parts = (['firstName', 'middleName', 'lastName'] as const).map((meaning) => this.textOf(cells, meaning))
    return whole || parts.filter(Boolean).join(' ')
  }

  /** Names of other columns than the one that is taken stay as fields. */
  private keepOtherNames(cells: string[], name: string, fields: Person['fields'], leftOut: LeftOut[]) {
    for (const { at, title } of this.of('name')) {
      const other = this.cellOf(cells, at)
      if (other !== '' && other !== name) addField(fields, title, other, leftOut)
    }
  }

  /**
   * The person's number: the first one of a column for WhatsApp, else the first mobile one, else the first. Others are
   * kept as fields; cells that are none are listed.
   */
  private readNumbers(cells: string[], leftOut: LeftOut[]) {
    const read = this.of('number').flatMap((column) => {
      const [area, code] = [this.beside(column, 'areaCode'), this.beside(column, 'countryCode')]
      const codes = { area: this.textAt(cells, area), code: this.textAt(cells, code) }
      const hints = { country: this.country, writesCodes: this.writesCodes, ...codes }
      const parts = numbersOfCell(this.numbersIn(cells, column), hints)
      return (this.documents.has(column) ? withoutDocuments(parts) : parts).map((part) => ({ ...part, column }))
    })
    const numbers = read.flatMap(({ answer, ...part }) => ('number' in answer ? [{ ...part, ...answer }] : []))
    const byRank = numbers.toSorted((a, b) => rankOf(a) - rankOf(b))
    const [chosen] = byRank
    if (!chosen) return { number: null, fault: faultOf(read), typed: read[0]?.text ?? '', others: [] }
    const others = numbers.filter(({ number }) => number !== chosen.number)
    for (const { answer, text, column } of read)
      if ('refused' in answer) leftOut.push([column.title, answer.refused, text.slice(0, maxListed)])
    return {
      number: chosen.number,
      fault: null,
      typed: chosen.text,
      others: others.map(({ column, text }) => [column.title, text] as const),
    }
  }

  /**
   * The column of an area or calling code that belongs to a column of numbers: a single one belongs to all, unless its
   * heading counts (`DDD 2`) as that of a number does; of several the nearest on the side where codes stand.
   */
  private beside(number: Column, meaning: 'areaCode' | 'countryCode'): Column | undefined {
    const [codes, numbers] = [this.of(meaning), this.of('number')]
    const [code] = codes
    if (!code || codes.length === 1) return code && isOfOther(code, number, numbers) ? undefined : code
    const isBehind = [0, -1].every((place) => (codes.at(place)?.at ?? 0) > (numbers.at(place)?.at ?? 0))
    return isBehind ? codes.find(({ at }) => at > number.at) : codes.findLast(({ at }) => at < number.at)
  }

  private textAt(cells: string[], column: Column | undefined): string {
    return column ? this.cellOf(cells, column.at) : ''
  }

  /** The cell of a column of numbers, of which each line may be one. */
  private numbersIn(cells: string[], { at }: Column): string {
    const lines = (cells[at] ?? '').split(/[\r\n]/).map((line) => line.trim())
    return this.cellOf([lines.filter(Boolean).join(' ; ')], 0)
  }

  /** The first address; others are kept as fields, and texts that are none are listed. */
  private readEmail(cells: string[], fields: Person['fields'], leftOut: LeftOut[]): string {
    const texts = this.of('email').flatMap(({ at, title }) =>
      addressesOf(this.cellOf(cells, at)).map((text) => ({ title, text })),
    )
    const read = texts.map((each) => ({ ...each, address: emailOf(each.text) }))
    const email = read.find(({ address }) => address)?.address ?? ''
    for (const { title, text, address } of read)
      if (!address) leftOut.push([title, 'email', text.slice(0, maxListed)])
      else if (address !== email) addField(fields, title, address, leftOut)
    return email
  }

  private cellOf(cells: string[], at: number): string {
    const text = removeInvalidCharacters(cells[at] ?? '')
    if (this.isOwnFile) return text.trim()
    const line = text.replace(/\s+/g, ' ').trim()
    return blank.test(line) ? '' : line
  }

  private readFields(cells: string[], leftOut: LeftOut[]): Person['fields'] {
    const fields: Person['fields'] = []
    for (const { at, title } of this.of('field')) {
      const value = this.cellOf(cells, at)
      if (value !== '') addField(fields, title, value, leftOut)
    }
    return fields
  }
}

/** True for the code of another number: `DDD 2` beside `Telefone` and `Telefone 2`. */
function isOfOther(code: Column, number: Column, numbers: Column[]): boolean {
  const count = countIn(code)
  return count !== undefined && countIn(number) !== count && numbers.some((other) => countIn(other) === count)
}

const countIn = ({ title }: Column) => /\d$/.exec(title)?.[0]

/** Parts of a cell that may be addresses: of several the words with `@`, so that names around them do not count. */
function addressesOf(text: string): string[] {
  if (text === '') return []
  const words = text.split(/[;,|\s]|:::/).filter((word) => word.includes('@'))
  return words.length > 0 ? words : [text]
}

const emailPattern = /^(?:mailto:)?<?([^\s@<>"]{1,64}@[^\s@<>"]{1,180}\.[^\s@<>".]{2,63})>?$/i
const emailOf = (text: string) => emailPattern.exec(text)?.[1]

function addField(fields: Person['fields'], title: string, value: string, leftOut: LeftOut[]) {
  const same = fields.find(([name]) => name === title)
  if (same) {
    same[1] = cutText(`${same[1]}; ${value}`, limits.extraValue.max)
    return
  }
  if (fields.length === limits.extraInfo) return void leftOut.push([title, 'tooManyFields', value.slice(0, maxListed)])
  const kept = cutText(value, limits.extraValue.max)
  if (kept !== value) leftOut.push([title, 'valueCut', value.slice(0, maxListed)])
  fields.push([title, kept])
}

/** Why a row has no number: the reason of its first cell; `noNumber` for empty ones. */
const faultOf = ([first]: { answer: ReadCell }[]): NumberFault =>
  first && 'refused' in first.answer ? first.answer.refused : 'noNumber'

const rankOf = ({ column, isMobile }: { column: Column; isMobile: boolean }) =>
  column.rank === 0 ? 0 : isMobile ? 1 + column.rank : 10 + column.rank

/** Letters of a column as spreadsheets show them: A to IV. */
const letterOf = (at: number): string =>
  (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
