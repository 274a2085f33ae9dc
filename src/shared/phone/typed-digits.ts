import type { NumberFault } from './faults'
import { plainCharacters } from './marks'
import { isOtherCode, namesOtherCode } from './other-codes'
import { spreadsheetDigits } from './spreadsheet-digits'

/** Digits of a typed number, still with trunk prefix or without country code. */
export interface TypedDigits {
  digits: string
  /** True behind `+`, and in links of WhatsApp, whose numbers have the country code. */
  isInternational: boolean
  /** True for a word such as `plus` in the place of `+`, which may also be part of a name. */
  isSaid?: true
  /** Digits without the `(0)` that some write behind the country code; undefined unless typed. */
  withoutZero?: string
  /** Digits between separators, in their order; undefined where nothing separates. */
  pieces?: string[]
  /** True for an address of WhatsApp: no numbering plan is asked whether it can exist. */
  isAccount?: true
}

/** Longest text that is read: longer ones are notes, not numbers. */
const maxTyped = 300

/**
 * The digits of the one number in a text, without what stands around it: words, brackets, quotes, schemes, and the marks
 * of spreadsheets. Digits of something else are never added.
 */
export function typedDigits(typed: string): TypedDigits | NumberFault {
  if (typed.length > maxTyped) return 'several'
  if (/^\+?\d{8,15}$/.test(typed)) return { digits: typed.replace('+', ''), isInternational: typed.startsWith('+') }
  const written = withoutQuotes(plainCharacters(typed))
  const linked = digitsOfLink(written)
  if (linked) return linked
  const text = withoutEscapes(written)
  if (text.includes('@') || otherLinks.test(text) || otherPages.test(text)) return 'noNumber'
  const whole = spreadsheetDigits(text) ?? text
  if (/^[-+]?\d{1,20}(?:[.,]\d{1,20})? ?e ?[-+]?\d{1,3}$/i.test(whole)) return 'scientific'
  return isOtherCode(whole) ? 'otherCode' : collectDigits(withPlainTrunk(withoutDecimals(whole)))
}

/** Plus signs and blanks as links write them. */
const withoutEscapes = (text: string) => text.replace(/%2B|&(?:plus|#43|#x2b);/gi, '+').replace(/%20/g, ' ')

/** The text of `="5511…"`, `'5511…` and `"5511…"`. */
function withoutQuotes(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && '=\'"` '.includes(text.charAt(from))) from++
  while (to > from && '\'"` '.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** Addresses and links of WhatsApp; a query or fragment behind the number belongs to the link. */
const account = /(?:^|[^\w.@])\+?(\d{5,15})(?::\d{1,3})?@(?:s\.whatsapp\.net|c\.us)(?![\w.])/i
const links = [
  /wa\.me\/(?:\+|%2B|%20)?([\d().-]{5,30})(?:\/?[?#]\S*)?/i,
  /intent:\/\/send\/\+?(\d{5,30})(?:[?#]\S*)?/i,
  /whatsapp\S{0,60}[?&]phone=(?:\+|%2B|%20| )?((?:[\d().+-]|%20){5,60})(?:[&#]\S*)?/i,
]

/** The number of a link or an address of WhatsApp; null for other texts. */
function digitsOfLink(text: string): TypedDigits | NumberFault | null {
  const address = account.exec(text)
  const found = address ?? links.map((link) => link.exec(text)).find((match) => match !== null)
  if (!found) return null
  const rest = text.slice(found.index + found[0].length)
  if (/\d/.test(text.slice(0, found.index) + rest)) return extension.test(rest) ? 'extension' : 'several'
  const number = withoutEscapes(found[1] ?? '')
  if (address) return { digits: digitsIn(number), isInternational: true, isAccount: true }
  return { digits: digitsIn(number), isInternational: true, pieces: piecesOf(number) }
}

/** Numbers that a program wrote with decimals: 5511988880051.0. */
const withoutDecimals = (text: string) => text.replace(/(\d{8})[.,]0{1,4}(?!\d)/, '$1;')

/**
 * `0xx11` and `0**11`, in which `xx` stands for the code of any carrier, as `011`; `Tel 2:` as `Tel`; `11/98888-0051` as
 * `11 98888-0051`.
 */
const withPlainTrunk = (text: string) =>
  text
    .replace(/^(\(?0?\d{2}\)?) ?[/|] ?(?=\d{4,5}[-. ]?\d{4}$)/, '$1 ')
    .replace(/^(\D*[A-Za-z]) ?\d{1,2} ?:/, '$1 ')
    .replace(/0? ?(?:[xX]{2}|\*{2})[ -]?(?=[() ]{0,3}\d)/, '0')

const separators = ' ()[].-_~'
/** Words in front of an extension, directly behind the number. */
const extension =
  /^[\s,;:.([-]{0,6}(?:e?xt(?:n|ension|ensi\u00f3n|ens\u00e3o|ensao)?|ramal|ramais|rml?|r|anexo|interno|int|x|#|poste|dw)[\s.:=#)]{0,6}\d/i

/** Few digits behind a number that seems complete: behind a blank or a dash between blanks, in brackets, or decimals. */
const furtherDigits = /(?:\d-\d{4}|\d{7}) +\d{1,3}$|\d - \d{1,3}$|\d *[([]\d{1,3}[)\]]$|\d{8}\.\d{1,2}$/
/** A single letter in the place of a digit, such as l for 1 and O for 0. */
const letterBefore = /(?:^|[^\p{L}])\p{L}$/u
const letterBehind = /^\p{L}(?!\p{L})/u
/** Links of WhatsApp that name no number: invitations to groups, codes, channels. */
const otherLinks = /chat\.whatsapp\.com|wa\.me\/(?:(?:message|qr)\b|\?)|whatsapp\.com\/(?:channel|catalog)/i
/** A page of another program, whose digits name an account, an order or a product. */
const otherPages =
  /(?:https?:\/\/|www\.|[a-z]\.(?:com|net|org|me|ee|io|co|app)(?:\.[a-z]{2})?\/)(?!\S*(?:wa\.me|whatsapp))\S*\d{6}/i

/** True for a number with further digits, or with a letter in the place of its first or last digit. */
const hasOthers = (before: string, typed: string, rest: string) =>
  furtherDigits.test(typed.trimEnd()) || letterBefore.test(before) || letterBehind.test(rest)

function collectDigits(text: string): TypedDigits | NumberFault {
  const first = text.search(/\d/)
  if (first < 0) return 'noNumber'
  const before = text.slice(0, first)
  if (namesOtherCode(before)) return 'otherCode'
  const length = lengthOfNumber(text.slice(first))
  const [typed, rest] = [text.slice(first, first + length), text.slice(first + length)]
  if (/\d/.test(rest)) return extension.test(rest) ? 'extension' : 'several'
  if (hasOthers(before, typed, rest)) return 'several'
  return numberAfter(before, typed, rest)
}

/** The word for `+` directly in front of the first digit. */
const wordBefore = /(?:^|[^\p{L}])(?:plus|m[a\u00e1]is|m[a\u00e1]s)[\s:;([]*$/iu

function numberAfter(before: string, typed: string, rest: string): TypedDigits | NumberFault {
  const [zeros = '', number = ''] = /^[0 ().-]+\+/.test(typed) ? typed.split('+') : ['', typed]
  const isTyped = zeros !== '' || before.includes('+')
  const isSaid = !isTyped && wordBefore.test(before)
  const isInternational = isTyped || isSaid
  // Text from right to left may have been copied in another order of its parts.
  if (rest.startsWith('+') && !isInternational) return 'ambiguous'
  return {
    digits: digitsIn(number),
    isInternational,
    pieces: piecesOf(number),
    ...zeroOf(number),
    ...(isSaid && { isSaid }),
  }
}

/** Length of the digits with their separators at the start of a text; a `+` may stand behind zeros. */
function lengthOfNumber(text: string): number {
  let at = text.match(/^[0 ().-]+\+/)?.[0].length ?? 0
  while (at < text.length && (separators.includes(text.charAt(at)) || /\d/.test(text.charAt(at)))) at++
  return at
}

const piecesOf = (text: string): string[] => text.match(/\d+/g) ?? []
const digitsIn = (text: string) => text.replace(/\D/g, '')

function zeroOf(number: string): Pick<TypedDigits, 'withoutZero'> {
  return /\( ?0 ?\)/.test(number) ? { withoutZero: digitsIn(number.replace(/\( ?0 ?\)/, '')) } : {}
}
