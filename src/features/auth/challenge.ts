import type { Secrets } from '../../core/secrets'

/** How long a right password waits for its code, ms. */
const challengeTtl = 5 * 60_000
const sealContext = 'login challenge'

interface Challenge {
  userId: number
  /** Of the password that was right: once it changes, the challenge is worth nothing. */
  stamp: string
  until: number
}

/** Sealed, so that whoever holds it can neither read nor make one; nothing is stored. */
export function sealChallenge(
  secrets: Secrets,
  { id, passwordHash }: { id: number; passwordHash: string },
  now = Date.now(),
): string {
  const challenge: Challenge = { userId: id, stamp: secrets.hash(passwordHash), until: now + challengeTtl }
  return Buffer.from(secrets.seal(JSON.stringify(challenge), sealContext)).toString('base64url')
}

/** The challenge, or null for one that ran out or is not ours. */
export function openChallenge(secrets: Secrets, text: string, now = Date.now()): Challenge | null {
  try {
    const challenge = JSON.parse(secrets.open(Buffer.from(text, 'base64url'), sealContext).toString()) as Challenge
    return challenge.until > now ? challenge : null
  } catch {
    return null
  }
}
