/** True if the digits form a valid card number (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, at) => total + digitSum(Number(digit), at % 2 === 1), 0)
  return sum % 10 === 0
}

const digitSum = (digit: number, doubled: boolean) => {
  if (!doubled) return digit
  return digit > 4 ? digit * 2 - 9 : digit * 2
}

/** Month and year of `MM/YY`; null if invalid or expired. */
export function expiryOf(text: string, now = new Date()): { month: string; year: string } | null {
  const [, month = '', short] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(text) ?? []
  if (short === undefined) return null
  const year = `20${short}`
  const end = Date.UTC(Number(year), Number(month), 1) // a card is valid until the end of its month
  return end > now.getTime() ? { month, year } : null
}

/** Formats a card number as 0000 0000 0000 0000 while typing. */
export const cardMask = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** Formats an expiry date as MM/YY while typing. */
export function expiryMask(text: string): string {
  const all = text.replace(/\D/g, '').slice(0, 4)
  return all.length > 2 ? `${all.slice(0, 2)}/${all.slice(2)}` : all
}
