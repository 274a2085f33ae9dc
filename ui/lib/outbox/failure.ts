import { errorStatus } from '../../../src/shared/errors'
import { asFailure } from '../failure'
import { endsSession } from '../token'

/**
 * What a failed attempt means: `connection` and `server` are tried again, `signedOut` waits for the same person's next
 * login, `upload` needs the file again, `refused` waits for the person.
 */
export type Meaning = 'connection' | 'server' | 'signedOut' | 'upload' | 'refused'

export function meaningOf(thrown: unknown): Meaning {
  if (thrown instanceof DOMException) return 'connection'
  const failure = asFailure(thrown)
  const { code } = failure
  if (code === 'ERR_UNREACHABLE') return 'connection'
  if (endsSession(failure) || code === 'ERR_SUBSCRIPTION_EXPIRED') return 'signedOut'
  // An uploaded file is swept after a day.
  if (code === 'ERR_NO_MEDIA_FOUND') return 'upload'
  return errorStatus[code] >= 500 || errorStatus[code] === 429 ? 'server' : 'refused'
}

/** Milliseconds before the next attempt: doubling from 1 s to 30 s, up to half of it by chance, or as the server says. */
export function delayOf(tries: number, thrown: unknown): number {
  const asked = Number(asFailure(thrown).detail.retryAfter) * 1000 || 0
  return Math.max(asked, Math.min(30_000, 1000 * 2 ** tries) * (0.5 + Math.random() / 2))
}
