import { createHmac } from 'node:crypto'
import { sameText } from '../../core/secrets'

/** Codes of an authenticator app: RFC 6238 as every app takes it, six digits for half a minute, by SHA-1. */
const period = 30
const length = 6

export const stepAt = (now: number) => Math.floor(now / 1000 / period)

/** The code of one half-minute. */
export function codeAt(secret: Uint8Array, step: number, digits = length): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The half-minute whose code this is, or null. A phone's clock may be off by one. What is not later than `last` was
 * used already: a code seen over a shoulder is worth nothing.
 */
export function matchingStep(secret: Uint8Array, code: string, now: number, last: number): number | null {
  const here = stepAt(now)
  return [here - 1, here, here + 1].find((step) => step > last && sameText(codeAt(secret, step), code)) ?? null
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding: how a secret is typed into an app. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code says to the app. */
export const enrolmentUri = (key: string, email: string) =>
  `otpauth://totp/${encodeURIComponent(`Balcão:${email}`)}?secret=${key}&issuer=${encodeURIComponent('Balcão')}`
