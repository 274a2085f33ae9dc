import type { LoginAnswer } from '../../src/features/accounts/auth/model'
import { AppError } from '../../src/shared/errors'
import { asFailure, failureOf } from './failure'

/**
 * Access token, in memory only, and its renewal by the httpOnly cookie with the refresh token. Used by api.ts,
 * upload.ts and realtime.ts; session.ts decides what a renewal or its failure means for the user.
 */
let current: string | null = null
let renewing: Promise<string> | null = null
let onRenewed: (answer: LoginAnswer) => void = () => {}

export const accessToken = () => current
export function setAccessToken(token: string | null) {
  current = token
}
/** True while this tab is a support visit: its token is never renewed; the visit ends instead. */
let visiting = false
export const isVisiting = () => visiting
export function startVisit(token: string) {
  visiting = true
  current = token
}
/** Returns to the user's own login by a full page load, so that no data of the visited company stays in memory. */
export const leaveVisit = () => location.assign('/settings?tab=companies')

/** Registers session.ts, which updates the signed-in user at each renewal. */
export function onTokenRenewed(listener: (answer: LoginAnswer) => void) {
  onRenewed = listener
}

/** Renewal in flight, or undefined; requests wait for it instead of using the expired token. */
export const pendingRenewal = () => renewing?.catch(() => undefined)

/**
 * Returns a token other than `expired`: one that a concurrent request already got, else a new one, requested once for
 * all callers. @throws AppError with the server's code, or ERR_UNREACHABLE
 */
export async function renewToken(expired: string | null): Promise<string> {
  if (current && current !== expired) return current
  if (visiting) {
    leaveVisit()
    return new Promise<never>(() => {})
  }
  renewing ??= requestToken().finally(() => {
    renewing = null
  })
  return renewing
}

async function requestToken(): Promise<string> {
  const response = await fetch('/api/auth/refresh_token', { method: 'POST' }).catch((thrown) => {
    throw asFailure(thrown)
  })
  const body = await response.json().catch(() => null)
  if (!response.ok) throw failureOf(body, response.headers)
  const answer = body as LoginAnswer
  current = answer.token
  onRenewed(answer)
  return answer.token
}

/** True if the error means that the login has ended, false if the server has a problem. */
export const endsSession = (failure: unknown) =>
  failure instanceof AppError &&
  [
    'ERR_SESSION_REFUSED',
    'ERR_SESSION_EXPIRED',
    'ERR_LOGIN_TOO_OLD',
    'ERR_ACCESSED_ELSEWHERE',
    'ERR_COMPANY_DISABLED',
  ].includes(failure.code)
