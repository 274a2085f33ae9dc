import { callingCodeOf } from './countries'
import type { NumberFault } from './faults'
import { isSure } from './judge'
import { callingCodeIn, isUsualSpelling, judgeNational, usualPieces } from './plan'
import type { TypedDigits } from './typed-digits'

/**
 * The fault of digits that were read as a number abroad without an international prefix, and whose pieces say that they are
 * one of the country with a digit too many: `415-555-26711`, whose first digits are the calling code of Switzerland. They
 * count abroad where nothing separates them, or where the calling code is a piece of its own that is no area code.
 */
export function faultAbroad(typed: TypedDigits, country: string, number: string): NumberFault | null {
  const { digits, isInternational, pieces = [] } = typed
  const code = callingCodeIn(number)
  const isAbroad = !isInternational && code !== callingCodeOf(country) && digits.startsWith(code)
  if (!isAbroad || pieces.length < 2) return null
  if (pieces[0] !== code) return 'tooLong'
  return mayBeWithin(pieces, country, isUsualSpelling(pieces, number)) ? 'ambiguous' : null
}

/**
 * True when a number of the country remains without one of the digits, and its area code begins the first piece. Of pieces
 * that are usual abroad, all others have to be usual within the country, too.
 */
function mayBeWithin(pieces: string[], country: string, isUsualAbroad: boolean): boolean {
  const readings = pieces.flatMap((piece, at) =>
    Array.from(piece, (_, digit) => pieces.with(at, without(piece, digit))),
  )
  return readings.some((reading) => {
    const answer = judgeNational(reading.join(''), country)
    if (!isSure(answer)) return false
    const usual = usualPieces(answer.number)
    if (isUsualAbroad) return usual.some((each) => each.join(' ') === reading.join(' '))
    return usual.some(([area = '']) => pieces[0]?.startsWith(area))
  })
}

const without = (piece: string, at: number) => piece.slice(0, at) + piece.slice(at + 1)
