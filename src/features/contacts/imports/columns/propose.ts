import type { ColumnMeaning } from '../../../../shared/enums'
import { isOwnHeading, ownColumns } from '../../contacts/spreadsheet/own-file'
import type { TableRow } from '../contact-file-parser/table'
import { readCell } from '../read-number'
import { mayBeDocument, notANumber } from './cell-kinds'
import { findHeading, widthOf } from './find-heading'
import { isWeakNumberHeading, meaningOfHeading } from './headings'
import type { Layout } from './layout'

/** A proposed layout; `isSure` when headings name the number and the name, and the cells agree. */
export type Proposal = Omit<Layout, 'sheet'> & { isSure: boolean }

/** Share of a column's cells that must be numbers of telephones before it is taken for one without a heading. */
const mostCells = 0.6

/**
 * Proposes what the columns of a sheet mean, by their headings and by their cells: a column is taken for a number only if
 * its cells are numbers of telephones, which days, postal codes, documents and orders are not.
 */
export function proposeLayout(rows: TableRow[], hasOwnHeading: boolean, country: string): Proposal {
  const heading = hasOwnHeading ? 0 : findHeading(rows, country)
  const titles = heading === null ? [] : (rows[heading]?.cells ?? [])
  const people = rows.slice(heading === null ? 0 : heading + 1)
  const width = Math.max(titles.length, widthOf(people))
  if (isOwnHeading(titles)) return ownLayout(rows[heading as number]?.row ?? null, width)
  const columns = Array.from({ length: width }, (_, at) => new ColumnFacts(at, titles[at] ?? '', people, country))
  chooseNumbers(columns)
  chooseEmail(columns)
  chooseName(columns)
  const meanings = columns.map(({ meaning, isEmpty, title }) => meaning ?? (isEmpty && title === '' ? 'none' : 'field'))
  const isSure = hasOwnHeading || isCertain(columns)
  return { heading: heading === null ? null : (rows[heading]?.row ?? null), columns: meanings, isSure }
}

/** Layout of a file of this program: all columns behind the known ones are fields, whatever their names. */
const ownLayout = (heading: number | null, width: number): Proposal => ({
  heading,
  columns: Array.from({ length: width }, (_, at) => ownColumns[at] ?? 'field'),
  isSure: true,
})

/** Facts about one column. */
class ColumnFacts {
  readonly stated: ColumnMeaning | undefined
  meaning: ColumnMeaning | undefined
  readonly isEmpty: boolean
  /** Shares of the cells with text: numbers of telephones, area codes, e-mail addresses, texts of letters, words with spaces. */
  readonly numbers: number
  /** Numbers of telephones, also among words. */
  readonly numbersInWords: number
  /** Addresses of WhatsApp, which are numbers whatever the heading says. */
  readonly accounts: number
  readonly areas: number
  readonly mails: number
  readonly letters: number
  readonly names: number
  /** False for a column of numbers and signs, such as `Name` above Shopify's orders, `#1001`. */
  readonly hasLetters: boolean

  constructor(
    readonly at: number,
    readonly title: string,
    rows: TableRow[],
    country: string,
  ) {
    const cells = rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
    const share = (matches: (cell: string) => boolean) =>
      cells.length === 0 ? 0 : cells.filter(matches).length / cells.length
    this.stated = meaningOfHeading(title)
    this.isEmpty = cells.length === 0
    const isOfDocuments = share(mayBeDocument) >= 0.5
    this.numbers = isOfDocuments ? 0 : share((cell) => isPhone(cell, country))
    this.numbersInWords = isOfDocuments ? 0 : share((cell) => 'number' in readCell(cell, { country }))
    this.accounts = share((cell) => isAccount.test(cell))
    this.areas = share((cell) => /^\(?0?\d{2,4}\)?$/.test(cell.trim()))
    this.mails = share((cell) => /^\S+@[^\s@]+\.\S+$/.test(cell) && !/@(c\.us|g\.us|s\.whatsapp\.net)$/.test(cell))
    this.letters = share((cell) => /\p{L}{2}/u.test(cell) && !/\d{4}|[@/]/.test(cell))
    this.hasLetters = cells.some((cell) => /\p{L}/u.test(cell))
    this.names = share((cell) => /^\p{Lu}[\p{L}'’.]*(\s[\p{L}'’.]+)+$/u.test(cell))
  }

  /** A column that no heading gives another meaning. */
  get isFree() {
    return this.meaning === undefined && (this.stated === undefined || this.stated === 'name') && !this.isEmpty
  }
}

const isAccount =
  /^\d{8,15}@(c\.us|s\.whatsapp\.net)$|^(https?:\/\/)?(wa\.me\/\+?\d|(api|web)\.whatsapp\.com\/send\S*[?&]phone=)/i
const separated = /\d[\s().-]{1,3}\d/

/** True for a cell that is nothing but a telephone number, or several. */
function isPhone(cell: string, country: string): boolean {
  const parts = cell.split(/:::|[;,/\n]/)
  return parts.some((part) => {
    const text = part.trim()
    const digits = text.replace(/\D/g, '').length
    if (!/^[+\d(][\d\s().+-]{6,30}$/.test(text) && !isAccount.test(text)) return false
    if (notANumber(text, country) || digits > 15) return false
    return 'number' in readCell(text, { country }) && (digits >= 10 || separated.test(text))
  })
}

function chooseNumbers(columns: ColumnFacts[]) {
  for (const column of columns) column.meaning = statedMeaning(column)
  const isFound = () => columns.some(({ meaning, isEmpty }) => meaning === 'number' && !isEmpty)
  const take = (isNumber: (column: ColumnFacts) => boolean) => {
    for (const column of columns.filter(isNumber)) column.meaning = 'number'
  }
  take(({ accounts }) => accounts >= mostCells)
  // A heading that names a person may stand above numbers, as "Contato" does.
  take((column) => column.isFree && column.numbers >= mostCells && column.stated === 'name')
  if (!isFound()) take((column) => column.isFree && column.numbers >= mostCells)
  if (!isFound()) take(({ stated }) => stated === 'number')
  // Lines such as "Ana - 11 98888-0051".
  if (columns.length === 1) take((column) => column.isFree && column.numbersInWords >= mostCells)
}

/**
 * Meaning stated by the heading. `DDD/Telefone` above numbers is a number, and `Telefone (DDD)` above area codes is one of
 * them. Undefined for a name, which is chosen among all columns, and for "Número" without telephone numbers, which may be
 * the number of a house.
 */
function statedMeaning({ stated, title, numbers, areas, isEmpty }: ColumnFacts): ColumnMeaning | undefined {
  if (stated === 'number' && /\bddd\b/i.test(title) && areas >= mostCells) return 'areaCode'
  if (stated === 'number') return !isWeakNumberHeading(title) || numbers > 0 ? 'number' : undefined
  if (stated === 'areaCode') return isEmpty || areas > 0.5 ? stated : underAreaCode(title, numbers)
  return stated === 'name' ? undefined : stated
}

/** Meaning of cells that are no area codes, below a heading that says so. */
const underAreaCode = (title: string, numbers: number): ColumnMeaning =>
  numbers >= mostCells || !isWeakNumberHeading(title) ? 'number' : 'field'

function chooseEmail(columns: ColumnFacts[]) {
  if (columns.some(({ meaning, isEmpty }) => meaning === 'email' && !isEmpty)) return
  const best = columns.filter((column) => column.isFree && column.mails >= 0.5)[0]
  if (best) best.meaning = 'email'
}

/** Stated headings first; else the column whose cells look most like names of people. */
function chooseName(columns: ColumnFacts[]) {
  const named = columns.filter(({ stated, meaning }) => stated === 'name' && meaning === undefined)
  const filled = named.filter(({ isEmpty, numbers, hasLetters }) => !isEmpty && numbers < mostCells && hasLetters)
  const parts = columns.filter(({ meaning, isEmpty }) => meaning === 'firstName' && !isEmpty)
  const surname = columns.find(({ meaning, isEmpty }) => meaning === 'lastName' && !isEmpty)
  const [first] = filled
  // "Nome" beside "Sobrenome" is the first name.
  if (first && surname && parts.length === 0) first.meaning = 'firstName'
  else if (first) for (const column of isOfWhatsapp(first.title) ? filled : [first]) column.meaning = 'name'
  if (first || parts.length > 0 || surname) return
  const free = columns.filter((column) => column.isFree && column.letters >= 0.5 && column.numbers === 0)
  const [best] = free.toSorted((a, b) => b.names - a.names || b.letters - a.letters || a.at - b.at)
  if (best) best.meaning = 'name'
}

/** Exporters of groups write the name in the phone and that on WhatsApp; the second is taken where the first is missing. */
const isOfWhatsapp = (title: string) =>
  /^(saved|public|push|nome (salvo|p[uú]blico)|nombre (guardado|p[uú]blico))/i.test(title)

function isCertain(columns: ColumnFacts[]): boolean {
  const numbers = columns.filter(({ meaning, isEmpty }) => meaning === 'number' && !isEmpty)
  const areNamed = numbers.length > 0 && numbers.every(({ stated }) => stated === 'number')
  const names = columns.filter(({ meaning }) => meaning === 'name' || meaning === 'firstName' || meaning === 'lastName')
  const hasOthers = columns.some(({ meaning, letters }) => meaning === undefined && letters >= 0.5)
  return areNamed && (names.length > 0 ? names.every(({ stated }) => stated !== undefined) : !hasOthers)
}
