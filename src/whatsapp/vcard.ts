/** A shared contact as the product shows it. */
export interface Card {
  name: string
  /** As written in the card, or digits if the card contains the WhatsApp account. */
  numbers: string[]
}

/**
 * Returns name and telephone numbers of a vCard 2.1 to 4.0. Reads folded lines, grouped properties (`item1.TEL`),
 * escapes and quoted-printable. `waid`, WhatsApp's digits, is preferred to the number as written.
 */
export function parseVcard(text: string, fallbackName = ''): Card {
  const lines = unfold(text).map(parseLine)
  const first = (name: string) => lines.find((line) => line?.name === name)?.value ?? ''
  const structured = first('N').split(/(?<!\\);/)
  const name =
    unescaped(first('FN')) || fallbackName || joinName(structured) || unescaped(first('ORG').split(';')[0] ?? '')
  const numbers = lines.flatMap((line) => (line?.name === 'TEL' ? [numberOf(line)] : []))
  const distinct = [...new Set(numbers.map((number) => number.slice(0, maxNumber)).filter(Boolean))]
  return { name: name.trim().slice(0, maxName), numbers: distinct.slice(0, maxNumbers) }
}

/** Maximum characters of a name and of a number, maximum numbers of a card. */
const maxName = 200
const maxNumber = 50
const maxNumbers = 20

interface Line {
  name: string
  params: string
  value: string
}

/** Joins continuation lines (a leading blank, or `=` at the end under quoted-printable). */
function unfold(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .replace(/=\n/g, '')
    .split('\n')
}

function parseLine(line: string): Line | null {
  const colon = line.indexOf(':')
  if (colon < 1) return null
  const [property = '', ...params] = line.slice(0, colon).split(';')
  const raw = line.slice(colon + 1)
  const value = params.some((param) => /quoted-printable/i.test(param)) ? decodeQuoted(raw) : raw
  return { name: property.replace(/^.*\./, '').toUpperCase(), params: params.join(';'), value }
}

function numberOf({ params, value }: Line): string {
  const waid = /(?:^|;)waid=(\d+)/i.exec(params)?.[1]
  return waid ?? unescaped(value).replace(/^tel:/i, '').trim()
}

const unescaped = (text: string) => text.replace(/\\n/gi, '\n').replace(/\\([,;:\\])/g, '$1')

const joinName = ([family = '', given = '', middle = '']: string[]) =>
  [given, middle, family].map(unescaped).filter(Boolean).join(' ')

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const escaped = (text: string) => text.replace(/[\\,;]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** Returns a vCard 3.0 whose numbers open the WhatsApp account on the receiver's phone. */
export function formatVcard({ name, numbers }: Card): string {
  const phones = numbers.map((number) => `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`)
  return ['BEGIN:VCARD', 'VERSION:3.0', `N:;${escaped(name)};;;`, `FN:${escaped(name)}`, ...phones, 'END:VCARD'].join(
    '\n',
  )
}
