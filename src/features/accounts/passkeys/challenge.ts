import { openToken, sealToken } from '../../../core/sealed-token'
import { randomToken, type Secrets } from '../../../core/secrets'
import { AppError } from '../../../shared/errors'
import type { RelyingParty } from './relying-party'

/** Milliseconds in which a person answers the browser's dialog. */
export const challengeTtl = 5 * 60_000

/** Challenge that an authenticator signs, bound to its purpose, its site and, except at a first login step, a user. */
export interface PasskeyChallenge {
  purpose: 'add' | 'login'
  /** Random base64url text that the authenticator signs. */
  value: string
  rpId: string
  userId: number | null
  /** Handle of the user for authenticators; of purpose `add` only. */
  userHandle: string
  /** Epoch milliseconds. A passkey accepts challenges in this order, each once. */
  issuedAt: number
}

const placeOf = (purpose: PasskeyChallenge['purpose']) => `passkey challenge ${purpose}`

/** A new challenge, and its `state`: sealed text that the browser returns with the answer. */
export function createChallenge(
  secrets: Secrets,
  rp: RelyingParty,
  input: Pick<PasskeyChallenge, 'purpose' | 'userId'> & { userHandle?: string },
  now = Date.now(),
) {
  const challenge: PasskeyChallenge = { userHandle: '', ...input, value: randomToken(), rpId: rp.id, issuedAt: now }
  return { challenge, state: sealToken(secrets, placeOf(input.purpose), challenge, challengeTtl, now) }
}

/** The challenge of a state. @throws ERR_CHALLENGE_EXPIRED when it expired, or is of another purpose, site or server */
export function openPasskeyChallenge(
  secrets: Secrets,
  rp: RelyingParty,
  purpose: PasskeyChallenge['purpose'],
  state: string,
): PasskeyChallenge {
  const challenge = openToken<PasskeyChallenge>(secrets, placeOf(purpose), state)
  if (challenge?.rpId !== rp.id) throw new AppError('ERR_CHALLENGE_EXPIRED')
  return challenge
}
