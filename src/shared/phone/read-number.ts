import { isDocument } from '../document'
import { judgeBrazilian } from './brazil'
import { callingCodeOf } from './countries'
import type { NumberFault, ReadNumber } from './faults'
import { canonicalNumber } from './forms'
import {
  afterInternationalPrefix,
  type Fit,
  hasUsualPrefix,
  judgeInternational,
  judgeNational,
  longestMobile,
  type PlanAnswer,
} from './plan'
import { type TypedDigits, typedDigits } from './typed-digits'

/**
 * Decides which number a text means, or why it is none, as people, telephones and spreadsheets write numbers: canonical
 * digits with country code, or the reason (docs/behaviour.md, "Reading numbers"). `country` (ISO 3166) counts where the text has
 * no international prefix.
 */
export function readNumber(text: string, country: string): ReadNumber {
  const typed = typedDigits(text)
  if (typeof typed === 'string') return { refused: typed }
  if (typed.isAccount) return { number: canonicalNumber(typed.digits) }
  const answer = typed.isInternational ? judgeTyped(typed) : judgeWithin(typed.digits, country)
  return 'number' in answer ? { number: canonicalNumber(answer.number) } : answer
}

/** The digits of `readNumber`; null when it refuses the text. */
export function numberOrNull(text: string, country: string): string | null {
  const read = readNumber(text, country)
  return 'number' in read ? read.number : null
}

const refuse = (refused: NumberFault) => ({ refused })
const isSure = (answer: PlanAnswer): answer is Fit => 'number' in answer && answer.fit === 'sure'
const numberOf = (answer: PlanAnswer) => ('number' in answer ? answer.number : null)

/** A number behind `+`: with a typed `(0)` that may or may not belong to it, the reading that the plan has. */
function judgeTyped({ digits, withoutZero }: TypedDigits): PlanAnswer {
  const whole = judgeAbroad(digits.replace(/^00/, ''))
  if (withoutZero === undefined) return whole
  const shorter = judgeAbroad(withoutZero)
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
function judgeWithin(digits: string, country: string): PlanAnswer {
  if (country === 'BR') return judgeWithinBrazil(digits)
  const abroad = digits.startsWith('00') ? digits.slice(2) : afterInternationalPrefix(digits, country)
  if (abroad !== null) {
    const answer = judgeAbroad(abroad)
    if ('number' in answer) return answer
  }
  return judgeWithinOther(digits, country)
}

/**
 * Up to eleven digits are national, because a CPF or a mistyped number must not become a number abroad. More digits have a
 * country code.
 */
function judgeWithinBrazil(digits: string): PlanAnswer {
  if (digits.startsWith('00')) return judgeAbroad(digits.slice(2))
  if (digits.startsWith('0') || digits.length <= 11) return judgeBrazilian(digits)
  if (digits.startsWith('55')) return judgeBrazilian(digits.slice(2))
  if (isDocument(digits)) return refuse('otherCode')
  const answer = judgeAbroad(digits)
  return isSure(answer) ? answer : refuse('tooLong')
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
