/** Cents as payment services write them: `30.00`. Whole numbers all the way, so that no cent is lost on it. */
export function toDecimal(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The cents of `30.00`, or null for what is not written so. */
export function fromDecimal(text: string): number | null {
  const [, reais, cents] = /^(\d{1,10})\.(\d\d)$/.exec(text) ?? []
  return reais === undefined ? null : Number(reais) * 100 + Number(cents)
}
