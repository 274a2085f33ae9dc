import { canonicalNumber } from '../../../../shared/phone/forms'
import { readNumber } from '../../../../shared/phone/read-number'
import { plainDigits } from './cell-kinds'

/** Digits alone, without a sign that tells a country code from an area code. */
const bare = /^\d{8,15}$/

/**
 * True when most of the cells write the country code without `+`, as lists of WhatsApp programs do. There, 51987654321 is
 * as well a person of Peru as one of Porto Alegre.
 */
export function writesCodes(cells: Iterable<string>, country: string): boolean {
  const counts = { withCode: 0, within: 0 }
  for (const cell of cells) {
    const digits = plainDigits(cell.trim())
    const read = bare.test(digits) ? readNumber(digits, country) : null
    if (read && 'number' in read) counts[isWhole(digits, read.number) ? 'withCode' : 'within']++
  }
  return counts.withCode > counts.within
}

/** True for digits that are a number of the country, and another one when they begin with a country code. */
export function isOfTwoCountries(digits: string, number: string, country: string): boolean {
  if (!bare.test(digits) || isWhole(digits, number)) return false
  return 'number' in readNumber(`+${digits}`, country)
}

const isWhole = (digits: string, number: string) => canonicalNumber(digits) === number
