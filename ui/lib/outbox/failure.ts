import { errorStatus } from '../../../src/shared/errors'
import { asFailure } from '../failure'
import { endsSession } from '../token'

/**
 * Kind of a failed attempt: `connection` and `server` are retried, `signedOut` waits for the same user's next login,
 * `upload` needs a new upload, `refused` waits for the user.
 */
type FailureKind = 'connection' | 'server' | 'signedOut' | 'upload' | 'refused'

export function failureKind(thrown: unknown): FailureKind {
  if (thrown instanceof DOMException) return 'connection'
  const failure = asFailure(thrown)
  const { code } = failure
  if (code === 'ERR_UNREACHABLE') return 'connection'
  if (endsSession(failure) || code === 'ERR_SUBSCRIPTION_EXPIRED') return 'signedOut'
  // The server deletes uploaded files that no message uses after one day.
  if (code === 'ERR_NO_MEDIA_FOUND') return 'upload'
  return errorStatus[code] >= 500 || errorStatus[code] === 429 ? 'server' : 'refused'
}

/**
 * Delay before the next attempt in ms: doubles from 1 s to 30 s, reduced at random by up to half; at least
 * `retryAfter`.
 */
export function retryDelay(attempts: number, thrown: unknown): number {
  const requested = Number(asFailure(thrown).detail.retryAfter) * 1000 || 0
  return Math.max(requested, Math.min(30_000, 1000 * 2 ** attempts) * (0.5 + Math.random() / 2))
}
