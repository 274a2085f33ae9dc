import { lacksDigit } from './brazil'
import { callingCodeOf } from './countries'
import { faultAbroad } from './fault-abroad'
import type { ReadNumber } from './faults'
import { canonicalNumber } from './forms'
import { judgeDigits } from './judge'
import { countryOfFlag, withUsualDigits } from './marks'
import { hasOtherReading } from './other-readings'
import { type TypedDigits, typedDigits } from './typed-digits'

/**
 * Decides which number a text means, or why it is none, as people, telephones and spreadsheets write numbers: canonical
 * digits with country code, or the reason (docs/behaviour.md, "Reading numbers"). `country` (ISO 3166) counts where the text has
 * neither an international prefix nor a flag.
 */
export function readNumber(text: string, country: string): ReadNumber {
  if (/^[\x20-\x7e]*$/.test(text)) return readUsual(text, country)
  const flagged = countryOfFlag(text)
  const read = readUsual(text, flagged && callingCodeOf(flagged) ? flagged : country)
  const usual = 'number' in read ? withUsualDigits(text) : null
  if (usual === null) return read
  // A sign such as \u00b2 belongs to no number, unless it would complete one.
  const completed = readUsual(usual, country)
  return 'number' in completed && completed.number !== numberOf(read) ? { refused: 'several' } : read
}

const numberOf = (read: ReadNumber) => ('number' in read ? read.number : null)

function readUsual(text: string, country: string): ReadNumber {
  const typed = typedDigits(text)
  if (typeof typed === 'string') return { refused: typed }
  if (typed.isAccount) return { number: canonicalNumber(typed.digits) }
  return typed.isSaid ? readSaid(typed, country) : readTyped(typed, country)
}

/** A number behind a word for `+`: a sign, or a word of a name (`Plano Plus 51 98765-4321`). */
function readSaid(typed: TypedDigits, country: string): ReadNumber {
  const abroad = readTyped(typed, country)
  const within = readTyped({ ...typed, isInternational: false }, country)
  if ('refused' in within) return within.refused === 'several' || within.refused === 'ambiguous' ? within : abroad
  const isUnclear = 'number' in abroad ? abroad.number !== within.number : abroad.refused === 'ambiguous'
  return isUnclear ? { refused: 'ambiguous' } : within
}

function readTyped(typed: TypedDigits, country: string): ReadNumber {
  const answer = judgeDigits(typed, country)
  if ('refused' in answer) return answer
  if (hasOtherReading(typed, country, answer.number)) return { refused: 'several' }
  const fault = faultAbroad(typed, country, answer.number)
  if (fault) return { refused: fault }
  if (lacksDigit(typed.pieces ?? [], answer.number)) return { refused: 'tooShort' }
  return { number: canonicalNumber(answer.number) }
}

/** The digits of `readNumber`; null when it refuses the text. */
export function numberOrNull(text: string, country: string): string | null {
  const read = readNumber(text, country)
  return 'number' in read ? read.number : null
}
