import { createHmac } from 'node:crypto'
import { sameText } from '../../../../core/secrets'

/** Time-based codes of an authenticator app (RFC 6238): six digits, 30 seconds, SHA-1, as all apps support. */
const period = 30
const length = 6

export const stepAt = (now: number) => Math.floor(now / 1000 / period)

/** Returns the code of one period of 30 seconds. */
export function codeAt(secret: Uint8Array, step: number, digits = length): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the period whose code matches, or null. Accepts one period before and after, for inaccurate clocks. Refuses
 * periods up to `last`, so that each code works once.
 */
export function matchingStep(secret: Uint8Array, code: string, now: number, last: number): number | null {
  const here = stepAt(now)
  return [here - 1, here, here + 1].find((step) => step > last && sameText(codeAt(secret, step), code)) ?? null
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes a secret in base32 without padding (RFC 4648), as it is typed into an app. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Returns the URI of the enrolment QR code; the issuer is the name under which the app lists it. */
export const enrolmentUri = (key: string, email: string, issuer: string) =>
  `otpauth://totp/${encodeURIComponent(`${issuer.replaceAll(':', ' ')}:${email}`)}?secret=${key}&issuer=${encodeURIComponent(issuer)}`
