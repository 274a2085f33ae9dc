/** A shared contact as the product shows it. */
interface Card {
  name: string
  /** As written in the card; `+` and digits first if the card contains the WhatsApp account. */
  numbers: string[]
  emails?: string[]
  organisation?: string
  /** Extensions of numbers, job, address, links, notes. */
  lines?: string[]
}

/**
 * Returns what a vCard 2.1 to 4.0 says of a person. Reads folded lines, grouped properties (`item1.TEL`), escapes,
 * quoted-printable and its character set. `waid`, WhatsApp's digits, stands before the number as written.
 */
export function parseVcard(text: string, fallbackName = ''): Card {
  const lines = linesOf(text)
  const all = (name: string) => lines.filter((line) => line.name === name)
  const first = (name: string) => all(name)[0]?.value ?? ''
  const [company = '', ...units] = parts(first('ORG'))
  const name = unescaped(first('FN')) || fallbackName || joinName(parts(first('N'))) || company
  const phones = all('TEL').map(phoneOf)
  const emails = distinct(all('EMAIL').map(({ value }) => unescaped(value).replace(/^mailto:/i, '')))
  const organisation = [company, ...units].filter(Boolean).join(', ').slice(0, maxName)
  const others = distinct([
    ...phones.flatMap(({ extension }) => extension),
    ...otherProperties.flatMap((property) => all(property).map(({ value }) => parts(value).filter(Boolean).join(', '))),
  ])
  return {
    name: name.trim().slice(0, maxName),
    numbers: distinct(phones.flatMap(({ numbers }) => numbers)),
    ...(emails.length > 0 && { emails }),
    ...(organisation && organisation !== name.trim() && { organisation }),
    ...(others.length > 0 && { lines: others }),
  }
}

/** Properties shown as lines; the others are for address books (pictures, keys, dates of change). */
const otherProperties = ['NICKNAME', 'TITLE', 'ROLE', 'ADR', 'BDAY', 'URL', 'IMPP', 'NOTE']

/** Maximum characters of a name, of a number and of another line; maximum numbers and lines of each kind of a card. */
const maxName = 200
const maxNumber = 50
const maxLine = 500
const maxEntries = 20

const distinct = (values: string[]) =>
  [...new Set(values.map((value) => value.trim().slice(0, maxLine)).filter(Boolean))].slice(0, maxEntries)

interface Line {
  name: string
  params: string[]
  value: string
}

/**
 * Splits into properties. Joins continuation lines: a leading blank, or `=` at the end of a line of a quoted-printable
 * property; base64 ends in `=`, too.
 */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let open = ''
  for (const line of text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')) {
    if (line.endsWith('=') && isQuoted(open || line)) {
      open += line.slice(0, -1)
      continue
    }
    const parsed = parseLine(open + line)
    if (parsed) lines.push(parsed)
    open = ''
  }
  return lines
}

const isQuoted = (line: string) => /^[^:]{0,200}quoted-printable/i.test(line.slice(0, 300))

function parseLine(line: string): Line | null {
  const colon = line.indexOf(':')
  if (colon < 1) return null
  const [property = '', ...params] = line.slice(0, colon).split(';')
  const raw = line.slice(colon + 1)
  const value = params.some((param) => /quoted-printable/i.test(param)) ? decodeQuoted(raw, charsetOf(params)) : raw
  return { name: property.slice(property.lastIndexOf('.') + 1).toUpperCase(), params, value }
}

const paramOf = (params: string[], name: string) =>
  params.find((param) => param.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
const charsetOf = (params: string[]) => paramOf(params, 'charset')?.replace(/^"|"$/g, '') ?? 'utf-8'

/**
 * The numbers of a `TEL`: the WhatsApp account, and the number as written where it has other digits. A longer text is a line,
 * because a number without its last digits is another one.
 */
function phoneOf({ params, value }: Line): { numbers: string[]; extension: string[] } {
  const account = /^\d{1,20}$/.exec(paramOf(params, 'waid') ?? '')?.[0]
  const [number = '', ...uriParams] = unescaped(value).replace(/^tel:/i, '').split(';')
  const written = number.trim()
  const ext = uriParams.find((param) => /^ext=/i.test(param))?.slice('ext='.length)
  // Some programs write several numbers into one property.
  const others = uriParams.map((text) => text.trim()).filter((text) => /^[+(\d][\d\s().+-]{6,48}\d$/.test(text))
  const digits = written.replace(/\D/g, '').replace(/^0+/, '')
  const isLong = written.length > maxNumber
  const isSame = account !== undefined && (digits === '' || account.endsWith(digits))
  return {
    numbers: [...(account ? [`+${account}`] : []), ...(isSame || isLong ? [] : [written]), ...others],
    extension: ext ? [`${written} (${ext})`] : isLong ? [written] : [],
  }
}

const unescaped = (text: string) => text.replace(/\\n/gi, '\n').replace(/\\([,;:\\])/g, '$1')

/** The parts of a value between semicolons. */
const parts = (value: string) => value.split(/(?<!\\);/).map((part) => unescaped(part).trim())

const joinName = ([family = '', given = '', middle = '']: string[]) => [given, middle, family].filter(Boolean).join(' ')

/** Decodes UTF-8, else the character set that the card names, else Windows-1252. */
function decodeQuoted(text: string, charset: string): string {
  const utf8 = Buffer.from(text, 'utf8').toString('latin1')
  const bytes = Buffer.from(
    utf8.replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  for (const label of ['utf-8', charset]) {
    try {
      return new TextDecoder(label as 'utf-8', { fatal: true }).decode(bytes)
    } catch {
      // An unknown character set, or bytes that are not of it.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

const escaped = (text: string) => text.replace(/[\\,;]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** Digits of a WhatsApp account: behind `+`, or too many for a number without its country code. */
const accountDigits = /^(?:\+(\d{5,15})|(\d{12,15}))$/

/**
 * Returns a vCard 3.0 whose numbers open the WhatsApp account on the receiver's phone. A number as a person wrote it stays as
 * it is, because without its country it may be another one.
 */
export function formatVcard({ name, numbers }: Card): string {
  const phones = numbers.map((number) => {
    const account = accountDigits.exec(number)?.slice(1).find(Boolean)
    return account ? `TEL;type=CELL;type=VOICE;waid=${account}:+${account}` : `TEL;type=CELL:${escaped(number)}`
  })
  return ['BEGIN:VCARD', 'VERSION:3.0', `N:;${escaped(name)};;;`, `FN:${escaped(name)}`, ...phones, 'END:VCARD'].join(
    '\n',
  )
}
