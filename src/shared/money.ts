/** Formats cents as payment services expect them: `30.00`. Integer arithmetic, so that no cent is lost. */
export function toDecimal(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses `30.00` to cents; null for any other form. */
export function fromDecimal(text: string): number | null {
  const [, reais, cents] = /^(\d{1,10})\.(\d\d)$/.exec(text) ?? []
  return reais === undefined ? null : Number(reais) * 100 + Number(cents)
}
