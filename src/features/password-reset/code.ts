import type { Secrets } from '../../core/secrets'

/** No letter or digit that is taken for another when read aloud or typed from a phone. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 8

/**
 * The code of a request for a new password: 40 bits that only the root key can make, so that the job that mails it may
 * run twice and the database never holds it.
 */
export function codeOf(secrets: Secrets, { id, createdAt }: { id: number; createdAt: string }): string {
  const bytes = Buffer.from(secrets.hash(`password reset ${id} ${createdAt}`), 'base64url')
  return [...bytes.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

/** What is stored of it. */
export const hashOf = (secrets: Secrets, userId: number, code: string) =>
  secrets.hash(`password reset of ${userId}: ${code}`)

/** As people type it: in small letters, with a dash or spaces between. */
export const typedCode = (typed: string) => typed.toUpperCase().replace(/[\s-]/g, '')
