import type { LoginAnswer } from '../../src/features/auth/model'
import { AppError } from '../../src/shared/errors'
import { asFailure, failureOf } from './failure'

/**
 * The access token, in memory only, and its renewal by the httpOnly cookie `jrt` (decisions.md, Wire). Used by api.ts,
 * upload.ts and realtime.ts; session.ts decides what a renewal or an end means for the person.
 */
let current: string | null = null
let renewing: Promise<string> | null = null
let onRenewed: (answer: LoginAnswer) => void = () => {}

export const accessToken = () => current
export function setAccessToken(token: string | null) {
  current = token
}
/** Set while this page is the provider's visit to a company: its token is never renewed, the page is left instead. */
let visiting = false
export const isVisiting = () => visiting
export function startVisit(token: string) {
  visiting = true
  current = token
}
/** Back to one's own login: a whole new page, as nothing of the company visited may stay in memory. */
export const leaveVisit = () => location.assign('/settings?tab=companies')

/** session.ts registers here, so that a renewal also refreshes who is signed in. */
export function onTokenRenewed(listener: (answer: LoginAnswer) => void) {
  onRenewed = listener
}

/** Waits for a renewal that is under way, so that no request leaves with a token known to be dead. */
export const pendingRenewal = () => renewing?.catch(() => undefined)

/**
 * A token other than `spent`: the one a concurrent request just got, else one asked for now, once for all who wait.
 * Throws AppError: a refusal with the server's code, ERR_UNREACHABLE when nobody answered.
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

/** True when the refusal means the login is over, not that the server is unwell. */
export const endsSession = (failure: unknown) =>
  failure instanceof AppError &&
  ['ERR_SESSION_REFUSED', 'ERR_SESSION_EXPIRED', 'ERR_ACCESSED_ELSEWHERE', 'ERR_COMPANY_DISABLED'].includes(
    failure.code,
  )
