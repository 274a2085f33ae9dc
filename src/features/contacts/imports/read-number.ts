import { countryNamed } from '../../../shared/phone/country-names'
import type { NumberFault } from '../../../shared/phone/faults'
import { isMobile } from '../../../shared/phone/plan'
import { readNumber } from '../../../shared/phone/read-number'
import { type TypedDigits, typedDigits } from '../../../shared/phone/typed-digits'
import { notANumber, plainDigits } from './columns/cell-kinds'
import { isOfTwoCountries } from './columns/written-codes'

export type ReadCell = { number: string; isMobile: boolean } | { refused: NumberFault }

/** Facts about the numbers of a row. */
export interface NumberHints {
  /** Country (ISO 3166) of numbers without an international prefix: the company's, unless a column says another. */
  country: string
  /** Area code in a column of its own. */
  area?: string
  /** Calling code, or code of the country, in a column of its own. */
  code?: string
  /** True in a file that writes country codes without `+`. */
  writesCodes?: boolean
}

/** Calling code in a cell, which may also name the country: `55`, `+51 Peru`, `Peru (+51)`. */
const callingCode = /^(?:00)?(\d{1,3})(?!\d)|\+\s?(\d{1,3})(?!\d)/
/** Calling code with the area code that says which country of North America it is: `+1868`, `+1 868`, `1-868`. */
const americanCode = /^(?:00|\+)?1[ -]?\(?([2-9]\d{2})\)?(?!\d)/

/** A place in a list in front of a name, as in `1. Ana - 11 98888-0051`. */
const place = /^\d{1,3} ?[.)\u00ba\u00aa-] *(?=\p{L}{2})/u

/** The text of a line without its place in a list, which is no part of name and number. */
export const withoutPlace = (line: string) => line.trim().replace(place, '')

/** The number in a cell, or the reason why it is none. The only place that reads numbers of files. */
export function readCell(typed: string, hints: NumberHints): ReadCell {
  const text = withoutPlace(typed)
  const kind = notANumber(text, hints.country)
  if (kind) return { refused: kind === 'rounded' ? 'scientific' : 'otherCode' }
  const plain = withArea(plainDigits(text), hints.area ?? '', hints.country)
  const stated = (hints.code ?? '').trim()
  const american = americanCode.exec(stated)?.[1]
  if (american) return readAbroad(withArea(plain, american, 'US'), '1', hints.country)
  const named = countryNamed(stated)
  const code = callingCode.exec(stated)?.slice(1).find(Boolean)
  if (!named && !code && /\d/.test(stated)) return { refused: 'unknownCountry' }
  if (code) return readAbroad(plain, code, hints.country)
  const read = readNumber(plain, named ?? hints.country)
  const isUnclear =
    !named && hints.writesCodes && 'number' in read && isOfTwoCountries(plain, read.number, hints.country)
  return isUnclear ? { refused: 'ambiguous' } : answerOf(read)
}

/** The digits with the calling code of another column, which some files repeat in front of the number. */
function readAbroad(text: string, code: string, country: string): ReadCell {
  const typed = typedDigits(text)
  if (typeof typed === 'string' || typed.isInternational) return answerOf(readNumber(text, country))
  const pieces = piecesOf(typed).join(' ')
  const whole = typed.digits.startsWith(code) ? answerOf(readNumber(`+${pieces}`, country)) : undefined
  return whole && 'number' in whole ? whole : answerOf(readNumber(`+${code} ${pieces}`, country))
}

/** A local number with the area code of another column; Argentine mobile numbers have `15` in front within their area. */
function withArea(text: string, area: string, country: string): string {
  const [typed, code] = [typedDigits(text), area.replace(/\D/g, '').replace(/^0/, '')]
  if (typeof typed === 'string' || typed.isInternational || code === '') return text
  const { length } = typed.digits
  const isLocal = (length >= 6 && length <= 9) || (country === 'AR' && /^15\d{8}$/.test(typed.digits))
  return isLocal ? `${code}${piecesOf(typed).join(' ')}` : text
}

/** Digits between separators, which stay apart so that further digits are still seen. */
const piecesOf = ({ pieces, digits }: TypedDigits) => pieces ?? [digits]

const answerOf = (read: ReturnType<typeof readNumber>): ReadCell =>
  'number' in read ? { number: read.number, isMobile: isMobile(read.number) } : read
