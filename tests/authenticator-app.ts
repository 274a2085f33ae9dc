import { codeAt, stepAt } from '../src/features/accounts/users/second-factor/totp'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes the Base32 key that an authenticator app receives into the secret. */
export function secretOf(key: string): Uint8Array {
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** Code that the app shows now, or `offset` periods of 30 seconds later. */
export const appCode = (key: string, offset = 0) => codeAt(secretOf(key), stepAt(Date.now()) + offset)
