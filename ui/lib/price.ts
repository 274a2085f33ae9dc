import { language } from './language'

/** Converts "12,34" and "12.34" to 1234 cents without floating point; null if the text is not a price. */
export function centsOf(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Converts 1234 cents to the text of a field: "12.34" in English, "12,34" in the other languages. */
export function priceOf(cents: number): string {
  const separator = language.peek() === 'en' ? '.' : ','
  return `${Math.floor(cents / 100)}${separator}${String(cents % 100).padStart(2, '0')}`
}
