import { openToken, sealToken } from '../../../../core/sealed-token'
import type { Secrets } from '../../../../core/secrets'

/** Milliseconds between the correct password and the code. */
const challengeTtl = 5 * 60_000
const place = 'login challenge'

interface Challenge {
  userId: number
  /** Hash of the stored password hash. A changed password makes the challenge invalid. */
  stamp: string
}

/** A challenge as base64url text, encrypted and authenticated with the server's key. The server does not store it. */
export const sealChallenge = (
  secrets: Secrets,
  { id, passwordHash }: { id: number; passwordHash: string },
  now = Date.now(),
): string =>
  sealToken(secrets, place, { userId: id, stamp: secrets.hash(passwordHash) } satisfies Challenge, challengeTtl, now)

/** The challenge, or null when it has expired or was not made by this server. */
export const openChallenge = (secrets: Secrets, text: string, now = Date.now()): Challenge | null =>
  openToken<Challenge>(secrets, place, text, now)
