import type { PlanAnswer } from './plan'

/** The 67 area codes (Anatel). */
const areaCode = /^(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[13-579])/
/** Numbers without an area code that are dialled with a trunk zero, such as 0800. */
const services = /^0?((?:800|300|500|900)\d{6,7})$/
/**
 * Trunk zero and code of a carrier, in front of area code and subscriber. No carrier has the code 11: `011 15-2345-5042` is
 * a mobile of Buenos Aires.
 */
const trunk = /^0(?:(?!11)\d\d)?(?=\d{10,11}$)/

/** Zeros of a call abroad with the code of a carrier (Anatel), of those that are no beginning of a country's code. */
export const isCarrierAbroad = (piece: string): boolean => /^00(?:1[2457]|2[135])$/.test(piece)

/** A collect call: 90, perhaps the code of a carrier, area code and subscriber; `90 15 98888-0051` has no sure area code. */
const collectCall = /^90 (?:\d\d (?=\d\d )|(?!1[2457]|2[135]|31|4[13]))(\d\d \d{4,5} \d{4})$/

/** Area code and subscriber behind the prefix of a collect call; null for other pieces. */
export const digitsOfCollectCall = (pieces: string[]): string | null =>
  collectCall.exec(pieces.join(' '))?.[1]?.replaceAll(' ', '') ?? null

/** Judges digits dialled within Brazil: area code and eight or nine digits, behind a trunk zero or a carrier's code. */
export function judgeBrazilian(digits: string): PlanAnswer {
  const service = services.exec(digits)?.[1]
  if (service) return { number: `55${service}`, fit: 'sure' }
  const plain =
    digits.length === 10 || digits.length === 11 ? digits.replace(/^0(?=\d{10}$)/, '') : digits.replace(trunk, '')
  if (plain.length < 8) return { refused: 'tooShort' }
  if (plain.length < 10) return { refused: 'noAreaCode' }
  if (plain.length > 11) return { refused: 'tooLong' }
  if (!areaCode.test(plain)) return { refused: 'notOfCountry' }
  const subscriber = plain.slice(2)
  const isMobile = subscriber.length === 9 && subscriber.startsWith('9')
  const isOlder = subscriber.length === 8 && /^[2-9]/.test(subscriber)
  return isMobile || isOlder ? { number: `55${plain}`, fit: 'sure' } : { refused: 'notOfCountry' }
}

/** True for the pieces of a number written without its area code: `98888 0051`, `9 8888 0051`, `3224 1234`. */
export const isLocalNumber = (pieces: string[]): boolean =>
  /^(?:9 ?\d{4} ?\d{4}|[2-5]\d{3} ?\d{4})$/.test(pieces.join(' '))

/** Pieces of a mobile number with its ninth digit: one of the others is missing, or none. */
const shortMobile = /(?:9\d{4} \d{3}| 9 (?:\d{4} \d{3}|\d{3} \d{4}|\d{7}))$/
const wholeMobile = / 9(?:\d{4} \d{4}| \d{4} \d{4}|\d{8})$/

/**
 * True for a mobile number with its ninth digit and one digit too few, as the pieces show: `11 98888-005`, `(1) 98888-0051`.
 * Its digits alone would be the older number of another person.
 */
export function lacksDigit(pieces: string[], number: string): boolean {
  const text = ` ${pieces.join(' ')}`
  return (
    (/^55\d{2}9\d{7}$/.test(number) && shortMobile.test(text)) || (/^55\d{10}$/.test(number) && wholeMobile.test(text))
  )
}
