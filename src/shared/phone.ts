/**
 * Phone numbers as digits with country code. Only Brazil needs rules of its own: its mobile numbers gained a ninth
 * digit, and accounts made before that are still registered without it (server-behaviour.md §11).
 */

const brazilDigits = /^55([1-9][1-9])(\d{8,9})$/
const nationalMobile = /^9?[6-9]\d{7}$/

/** Parts of a Brazilian mobile number; null for other numbers. */
function brazilMobile(digits: string): { area: string; subscriber: string } | null {
  const [, area = '', local = ''] = brazilDigits.exec(digits) ?? []
  if (!nationalMobile.test(local) || (local.length === 9 && !local.startsWith('9'))) return null
  return { area, subscriber: local.slice(-8) }
}

/** Canonical form, for storing and comparing: Brazilian mobiles always have the ninth digit. */
export function canonicalNumber(digits: string): string {
  const mobile = brazilMobile(digits)
  return mobile ? `55${mobile.area}9${mobile.subscriber}` : digits
}

/** Forms under which WhatsApp may know the number, the canonical one first. */
export function numberVariants(digits: string): string[] {
  const mobile = brazilMobile(digits)
  return mobile ? [`55${mobile.area}9${mobile.subscriber}`, `55${mobile.area}${mobile.subscriber}`] : [digits]
}

/**
 * Canonical digits with country code of a typed number; null when it cannot be one.
 * Without `+` or `00`, 10 and 11 digits are Brazilian, also behind a trunk zero or a carrier code.
 */
export function normaliseNumber(typed: string): string | null {
  const digits = typed.replace(/\D/g, '')
  const international = /^\s*(\+|00)/.test(typed)
  const full = international ? digits.replace(/^00/, '') : withCountry(digits)
  return /^[1-9]\d{7,14}$/.test(full) ? canonicalNumber(full) : null
}

function withCountry(digits: string): string {
  const national = /^0(?:\d\d)?([1-9][1-9]\d{8,9})$/.exec(digits)?.[1] ?? digits
  return /^[1-9][1-9](9\d{8}|[2-9]\d{7})$/.test(national) ? `55${national}` : national
}
