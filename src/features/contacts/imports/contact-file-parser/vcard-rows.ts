import type { Language } from '../../../../shared/enums'
import { cellText, type OpenedFile, type TableRow } from './table'
import { type Decode, singleByteDecoder, unicodeOf } from './text-encoding'
import { linesOfVCards, type VCardLine } from './vcard-lines'

/** Stands between several numbers or addresses of one person, as in the files of Google Contacts. */
const betweenValues = ' ::: '

/** Columns that cards are turned into, with their headings; the first three are name, number and e-mail. */
const columns = ['FN', 'TEL', 'EMAIL', 'ORG', 'TITLE', 'NICKNAME', 'BDAY', 'ADR', 'URL', 'CATEGORIES', 'NOTE'] as const
type Column = (typeof columns)[number]

const headings: Record<Language, string[]> = {
  pt: [
    ...['Nome', 'Número', 'E-mail', 'Empresa', 'Cargo', 'Apelido', 'Aniversário', 'Endereço', 'Site', 'Grupos'],
    'Observações',
  ],
  en: [
    ...['Name', 'Number', 'E-mail', 'Company', 'Job title', 'Nickname', 'Birthday', 'Address', 'Website', 'Groups'],
    'Notes',
  ],
  es: [
    ...['Nombre', 'Número', 'Correo', 'Empresa', 'Cargo', 'Apodo', 'Cumpleaños', 'Dirección', 'Sitio web', 'Grupos'],
    'Notas',
  ],
}

const begin = /^(\xef\xbb\xbf|\s){0,20}BEGIN:VCARD/i

/** True for a file with address cards: of a telephone, Google, iCloud, Outlook. */
export function isVCards(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 200)
  const encoding = unicodeOf(bytes)
  return begin.test(encoding ? new TextDecoder(encoding).decode(start) : Buffer.from(start).toString('latin1'))
}

/**
 * Opens a file of vCards 2.1, 3.0 or 4.0 as a table with one row for each card, below a heading in this language. Values
 * are decoded by their `CHARSET`, else as UTF-8, else by the encoding of the rest of the file.
 */
export const openVCards = (bytes: Uint8Array, language: Language): OpenedFile => ({
  sheets: [''],
  hasOwnHeading: true,
  read(_, onRow) {
    onRow({ row: 0, cells: headings[language] })
    readCards(bytes, onRow)
  },
})

function readCards(bytes: Uint8Array, onRow: (row: TableRow) => void) {
  let decoder: Decode | undefined
  const decode: Decode = (part) => {
    decoder ??= singleByteDecoder(bytes)
    return decoder(part)
  }
  let card = new Card(decode)
  let row = 0
  for (const line of linesOfVCards(bytes)) {
    if (line.name === 'BEGIN') card = new Card(decode)
    else if (line.name === 'END') {
      row++
      const cells = card.cells()
      if (cells.some((cell) => cell !== '')) onRow({ row, cells })
      card = new Card(decode)
    } else card.add(line)
  }
}

/** Values of one kind in a card, at most. */
const maxValues = 20

class Card {
  private readonly values = new Map<Column, string[]>()
  private name = ''
  private isGroup = false

  constructor(private readonly decode: Decode) {}

  add(line: VCardLine) {
    const { name, parameters } = line
    if (name === 'N') this.name ||= nameOf(partsOf(this.textOf(line)))
    else if (/^(KIND|X-ADDRESSBOOKSERVER-KIND)$/.test(name)) this.isGroup ||= /group/i.test(line.value)
    else if (name === 'TEL') this.addNumber(line)
    else if (name === 'EMAIL')
      this.put('EMAIL', this.textOf(line).replace(/^mailto:/i, ''), parameters.includes('PREF'))
    else if (name === 'ORG') this.put('ORG', filled(partsOf(this.textOf(line))).join(' - '))
    else if (name === 'ADR') this.put('ADR', filled(partsOf(this.textOf(line))).join(', '))
    else if (columns.includes(name as Column)) this.put(name as Column, unescaped(this.textOf(line)))
  }

  /** Mobile numbers first; those that only machines answer are left out. */
  private addNumber(line: VCardLine) {
    const { parameters } = line
    if (parameters.some((each) => /^(FAX|PAGER|MODEM)$/.test(each))) return
    const waId = parameters.find((each) => /^WAID=\d/.test(each))?.slice(5)
    const typed = unescaped(this.textOf(line)).replace(/^tel:/i, '')
    this.put(
      'TEL',
      waId ? `+${waId}` : typed,
      parameters.some((each) => /^(CELL|MOBILE|IPHONE)$/.test(each)),
    )
  }

  private put(column: Column, value: string, isFirst = false) {
    const text = value.replace(/\s+/g, ' ').trim()
    const all = this.values.get(column) ?? []
    if (text === '' || all.length === maxValues || all.includes(text)) return
    this.values.set(column, isFirst ? [text, ...all] : [...all, text])
  }

  private textOf({ parameters, value }: VCardLine): string {
    const isQuoted = parameters.some((each) => /^(ENCODING=)?QUOTED-PRINTABLE$/.test(each))
    const bytes = isQuoted ? quotedBytes(value) : Buffer.from(value, 'latin1')
    const charset = parameters.find((each) => each.startsWith('CHARSET='))?.slice(8)
    return decoderOf(charset, this.decode)(bytes)
  }

  cells(): string[] {
    if (this.isGroup) return []
    const fullName = this.values.get('FN')?.[0] || this.name || this.values.get('ORG')?.[0] || ''
    return columns.map((column) =>
      cellText(column === 'FN' ? fullName : (this.values.get(column) ?? []).join(betweenValues)),
    )
  }
}

/** First, middle and last name in the order in which they are said. */
const nameOf = ([last = '', first = '', middle = '']: string[]) => [first, middle, last].filter(Boolean).join(' ')

/** Parts of a value between semicolons without a backslash. */
const partsOf = (value: string) => value.split(/(?<!\\);/).map((part) => unescaped(part).trim())
const filled = (parts: string[]) => parts.filter((part) => part !== '')

const unescaped = (value: string) =>
  value.replace(/\\([nN,;:\\])/g, (_, sign: string) => (/n/i.test(sign) ? ' ' : sign))

function quotedBytes(value: string): Buffer {
  const decoded = value.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(decoded, 'latin1')
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Decoder of a stated character set; without one, or with one that does not fit, UTF-8 if valid, else the file's other one. */
function decoderOf(charset: string | undefined, other: Decode): Decode {
  return (bytes) => {
    try {
      if (charset && charset !== 'UTF-8') return new TextDecoder(charset).decode(bytes)
    } catch {
      // a character set without a decoder
    }
    try {
      return strictUtf8.decode(bytes)
    } catch {
      return other(bytes)
    }
  }
}
