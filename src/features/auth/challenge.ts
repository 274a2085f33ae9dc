import type { Secrets } from '../../core/secrets'

/** Milliseconds between the correct password and the code. */
const challengeTtl = 5 * 60_000
const sealContext = 'login challenge'

interface Challenge {
  userId: number
  /** Hash of the stored password hash. A changed password makes the challenge invalid. */
  stamp: string
  /** Epoch milliseconds. */
  until: number
}

/** A challenge as base64url text, encrypted and authenticated with the server's key. The server does not store it. */
export function sealChallenge(
  secrets: Secrets,
  { id, passwordHash }: { id: number; passwordHash: string },
  now = Date.now(),
): string {
  const challenge: Challenge = { userId: id, stamp: secrets.hash(passwordHash), until: now + challengeTtl }
  return Buffer.from(secrets.seal(JSON.stringify(challenge), sealContext)).toString('base64url')
}

/** The challenge, or null when it has expired or was not made by this server. */
export function openChallenge(secrets: Secrets, text: string, now = Date.now()): Challenge | null {
  try {
    const challenge = JSON.parse(secrets.open(Buffer.from(text, 'base64url'), sealContext).toString()) as Challenge
    return challenge.until > now ? challenge : null
  } catch {
    return null
  }
}
