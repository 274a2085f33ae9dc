/** 1234 of "12,34"; null for what is no price. Never by floating point. */
export function centsOf(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** "12,34" of 1234, as it is typed. */
export const priceOf = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
