/** Converts "12,34" to 1234 cents without floating point; null if the text is not a price. */
export function centsOf(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Converts 1234 cents to "12,34". */
export const priceOf = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
