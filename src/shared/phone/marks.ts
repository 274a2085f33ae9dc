import { usualForm } from '../text'

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Value of a digit of any script: Unicode has each script's digits in one run from 0 to 9. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (isDigit(code - before - 1)) before++
  return String(before % 10)
}

/** Digits in other shapes, such as \u00b9, \u2460 and \u00bd. */
const shapes = /[\p{No}\p{Nl}]/gu

/** The text with small, circled and Roman digits as usual ones; null without any. */
export function withUsualDigits(text: string): string | null {
  const usual = text.replace(shapes, (shape) => usualForm(shape))
  return usual === text ? null : usual
}

const flag = /[\u{1f1e6}-\u{1f1ff}]{2}/u

/** The country (ISO 3166) of the first flag in a text; undefined without one. */
export function countryOfFlag(text: string): string | undefined {
  const found = flag.exec(text)?.[0]
  return found && [...found].map((sign) => String.fromCharCode((sign.codePointAt(0) ?? 0) - 0x1f1e6 + 0x41)).join('')
}

/**
 * The text with usual digits, plus signs, dashes, brackets and blanks, without invisible characters: telephones and
 * WhatsApp copy numbers between marks of writing direction, and spreadsheets between quotes.
 */
export function plainCharacters(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim()
  return text
    .replace(/\p{Cf}|[\ufe00-\ufe0f]|\u20e3/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/[\uff0b\ufe62\u207a\u2795]/g, '+')
    .replace(/[\p{Pd}\u2212\u00b7\u2022\u2024\u2027\u30fb\uff0e\u00af]/gu, '-')
    .replace(/[\uff08\u2768\ufe59]/g, '(')
    .replace(/[\uff09\u2769\ufe5a]/g, ')')
    .replace(/\uff20/g, '@')
    .replace(/\uff0f/g, '/')
    .replace(/[\u2018\u2019\u00b4\u2032]/g, "'")
    .replace(/[\u201c\u201d\u00ab\u00bb]/g, '"')
    .replace(/[\r\n\u2028\u2029\v\f]+/g, ' ; ')
    .replace(/[\p{Z}\p{Cc}]/gu, ' ')
    .trim()
}
