import { normaliseNumber } from '../../src/shared/phone'

/** Formats a WhatsApp number: +55 11 91234-5678 for Brazil, + and digits for other countries. */
export function showNumber(number: string): string {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  return brazil ? `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}` : `+${number}`
}

/** Formats a number as people type it, with or without country code; unchanged when it cannot be a number. */
export function showTyped(text: string): string {
  const number = normaliseNumber(text)
  return number ? showNumber(number) : text
}
