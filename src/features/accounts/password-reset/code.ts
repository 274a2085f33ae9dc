import type { Secrets } from '../../../core/secrets'

/** Without characters that are confused when read aloud or typed (0/O, 1/I). */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 8

/**
 * Returns the code of a reset request: 40 bits derived from the root key. The mail job may run twice, and the database
 * stores only a hash.
 */
export function codeOf(secrets: Secrets, { id, createdAt }: { id: number; createdAt: string }): string {
  const bytes = Buffer.from(secrets.oneTime(`password reset ${id} ${createdAt}`), 'base64url')
  return [...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

/** Returns the hash that is stored. */
export const hashOf = (secrets: Secrets, userId: number, code: string) =>
  secrets.hash(`password reset of ${userId}: ${code}`)

/** Normalises a typed code: upper case, without dashes and spaces. */
export const typedCode = (typed: string) => typed.toUpperCase().replace(/[\s-]/g, '')
