import { isDocument } from '../document'
import { digitsOfCollectCall, isCarrierAbroad, judgeBrazilian } from './brazil'
import { callingCodeOf } from './countries'
import type { NumberFault } from './faults'
import { canonicalNumber } from './forms'
import {
  afterInternationalPrefix,
  callingCodeIn,
  type Fit,
  hasUsualPrefix,
  judgeInternational,
  judgeNational,
  longestMobile,
  type PlanAnswer,
} from './plan'
import type { TypedDigits } from './typed-digits'

/** Decides what typed digits are: a number of the world's plans, or the reason why none. `country` counts without `+`. */
export const judgeDigits = (typed: TypedDigits, country: string): PlanAnswer =>
  typed.isInternational || isAfterZeros(typed) ? judgeTyped(typed) : judgeWithin(typed, country)

/** True for `0039 (0)…`, whose zero in brackets may or may not belong to the number. */
const isAfterZeros = ({ digits, withoutZero }: TypedDigits) => withoutZero !== undefined && digits.startsWith('00')

/** True for a number in a series of its plan. */
export const isSure = (answer: PlanAnswer): answer is Fit => 'number' in answer && answer.fit === 'sure'

const refuse = (refused: NumberFault) => ({ refused })
const numberOf = (answer: PlanAnswer) => ('number' in answer ? answer.number : null)

/** A number behind `+`: with a typed `(0)` that may or may not belong to it, the reading that the plan has. */
function judgeTyped({ digits, withoutZero }: TypedDigits): PlanAnswer {
  const whole = judgeAbroad(digits.replace(/^00/, ''))
  if (withoutZero === undefined) return whole
  const shorter = judgeAbroad(withoutZero.replace(/^00/, ''))
  if (isSure(whole) && isSure(shorter) && numberOf(whole) !== numberOf(shorter)) return refuse('ambiguous')
  return isSure(shorter) && !isSure(whole) ? shorter : 'number' in whole ? whole : shorter
}

/** Digits that begin with a country code. */
function judgeAbroad(digits: string): PlanAnswer {
  if (digits.startsWith('0')) return refuse('unknownCountry')
  if (digits.startsWith('55')) return judgeBrazilian(digits.slice(2))
  if (digits.startsWith('52')) return judgeInternational(`52${mexican(digits.slice(2))}`)
  return judgeInternational(canonicalNumber(digits))
}

/** Former prefixes of Mexican numbers: 01, 044, 045, and 1 behind the country code. */
const mexican = (national: string) => national.replace(/^(?:0?1|04[45])(?=\d{10}$)/, '')

/** Digits without an international prefix, in a company of the country. */
function judgeWithin({ digits, pieces = [] }: TypedDigits, country: string): PlanAnswer {
  if (country === 'BR') return isAmerican(pieces) ? refuse('ambiguous') : judgeWithinBrazil(digits, pieces)
  const abroad = digits.startsWith('00') ? digits.slice(2) : afterInternationalPrefix(digits, country)
  if (abroad !== null) {
    const answer = judgeAbroad(abroad)
    if ('number' in answer) return answer
  }
  return judgeWithinOther(digits, country)
}

/** True for a number of North America as it is written there, `(415) 555-2671`; area codes of Brazil have two digits. */
const isAmerican = (pieces: string[]) =>
  /^\d{3} \d{3} \d{4}$/.test(pieces.join(' ')) && isSure(judgeInternational(`1${pieces.join('')}`))

/**
 * Up to eleven digits are national, because a CPF or a mistyped number must not become a number abroad. More digits have a
 * country code.
 */
function judgeWithinBrazil(digits: string, pieces: string[]): PlanAnswer {
  const collect = digitsOfCollectCall(pieces)
  if (collect !== null) return judgeBrazilian(collect)
  if (digits.startsWith('00')) return judgeBehindZeros(digits, pieces)
  if (digits.startsWith('0') || digits.length <= 11) return judgeBrazilian(digits)
  if (digits.startsWith('55')) return judgeBrazilian(digits.slice(2))
  if (isDocument(digits)) return refuse('otherCode')
  const answer = judgeAbroad(digits)
  return isSure(answer) ? answer : refuse('tooLong')
}

/** A number abroad, with the code of a carrier behind the zeros only where the country's code is the next piece. */
function judgeBehindZeros(digits: string, [first = '', second]: string[]): PlanAnswer {
  const answer = judgeAbroad(digits.slice(2))
  if ('number' in answer || !isCarrierAbroad(first)) return answer
  const carried = judgeAbroad(digits.slice(first.length))
  return isSure(carried) && second === callingCodeIn(carried.number) ? carried : answer
}

/** A reading with the trunk prefix counts; without one, other readings of the same digits must not exist. */
function judgeWithinOther(typed: string, country: string): PlanAnswer {
  const digits = country === 'MX' ? mexican(typed) : typed
  const national = judgeNational(digits, country)
  if (isSure(national) && hasUsualPrefix(digits, country)) return national
  const abroad = judgeAbroad(digits)
  if ('refused' in national) return isSure(abroad) && digits.length > longestMobile(country) ? abroad : national
  if (!isSure(abroad) || abroad.number === national.number) return national
  return digits.startsWith(callingCodeOf(country)) ? abroad : refuse('ambiguous')
}
