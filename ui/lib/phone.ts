import { callingCodeOf } from '../../src/shared/phone/countries'
import type { ReadNumber } from '../../src/shared/phone/faults'

/** Name of a country in a language, with its calling code: `Brasil (+55)`. */
export const countryLabel = (country: string, language: string): string =>
  `${new Intl.DisplayNames(language, { type: 'region' }).of(country)} (+${callingCodeOf(country)})`

/** True for a number of which the server shows this person only the end (ADR 0194). */
export const isMasked = (number: string) => number.startsWith('•')

/** Formats a WhatsApp number: +55 11 91234-5678 for Brazil, + and digits for other countries. */
export function showNumber(number: string): string {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  if (isMasked(number)) return number
  return brazil ? `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}` : `+${number}`
}

/**
 * Formats a number of a card: digits of WhatsApp at once, others as soon as the reader is loaded; unchanged when it refuses
 * the text.
 */
export function showTyped(text: string, read: ((text: string) => ReadNumber) | null): string {
  const account = /^(?:\+(\d{8,15})|(\d{12,15}))$/.exec(text)?.slice(1).find(Boolean)
  if (account) return showNumber(account)
  if (!read) return text
  const answer = read(text)
  return 'number' in answer ? showNumber(answer.number) : text
}
