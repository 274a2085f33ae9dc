import { isLocalNumber } from './brazil'
import { callingCodeOf } from './countries'
import { canonicalNumber } from './forms'
import { isSure, judgeDigits } from './judge'
import { afterInternationalPrefix, hasUsualPrefix, isUsualSpelling } from './plan'
import type { TypedDigits } from './typed-digits'

/**
 * True when the digits without their first or last piece are the number of another person: the place in a list
 * (`2) 11 98888-0051`), or few digits behind a number (`0664 122602 -2`, `98888-0051 2`). Both would give a number that no
 * person wrote. The usual spelling of a number within its country has no other reading.
 */
export function hasOtherReading(typed: TypedDigits, country: string, number: string): boolean {
  const { pieces = [] } = typed
  if (pieces.length < 2) return false
  const isAbroad = !typed.isInternational && !number.startsWith(callingCodeOf(country))
  const isOther = (digits: string) => readsAsOther({ ...typed, digits }, country, canonicalNumber(number))
  const hasOther =
    placesInList(pieces, typed, country, isAbroad).some((length) => isOther(typed.digits.slice(length))) ||
    (isAddedBehind(pieces, isAbroad) && isOther(typed.digits.slice(0, -(pieces.at(-1)?.length ?? 0))))
  if (hasOther) return isAbroad || !isUsualSpelling(pieces, number)
  return country === 'BR' && !typed.isInternational && isLocalNumber(pieces.slice(0, -1))
}

function readsAsOther({ digits, isInternational }: TypedDigits, country: string, number: string): boolean {
  const answer = judgeDigits({ digits, isInternational }, country)
  return 'refused' in answer
    ? answer.refused === 'ambiguous'
    : isSure(answer) && canonicalNumber(answer.number) !== number
}

/**
 * Lengths of what may be a place in a list: one to three digits in front, unless they are an international prefix, or an
 * area code behind the trunk prefix; also two such pieces (`1.1`).
 */
function placesInList(pieces: string[], typed: TypedDigits, country: string, isAbroad: boolean): number[] {
  const [first = '', second = '', ...rest] = pieces
  if (typed.isInternational || first.length > 3 || first.startsWith('00')) return []
  if (afterInternationalPrefix(first, country) !== null) return []
  const two = second.length <= 2 ? [first.length + second.length] : []
  const behind = second + rest.join('')
  const isWhole = behind.startsWith(callingCodeOf(country)) || hasUsualPrefix(behind, country)
  const isPlace = isAbroad || !first.startsWith('0') || isWhole
  return isPlace ? [first.length, ...two] : two
}

/** One or two digits behind a longer piece, or up to four behind six others, or behind a number that would be one abroad. */
function isAddedBehind(pieces: string[], isAbroad: boolean): boolean {
  const [before = '', last = ''] = pieces.slice(-2)
  if (isAbroad) return last.length <= 4
  return last.length <= 2 ? before.length > 2 : last.length <= 4 && before.length >= 6
}
