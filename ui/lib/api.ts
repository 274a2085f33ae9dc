import { treaty } from '@elysiajs/eden'
import type { App } from '../../src/app'
import type { AppError } from '../../src/shared/errors'
import { asFailure, failureOf } from './failure'
import { endSession } from './session-end'
import { accessToken, endsSession, pendingRenewal, renewToken } from './token'

const options = { parseDate: false } as const

/** Client for calls without a login: sign-in, sign-up, set-up. Sends no token; a 401 does not end the session. */
export const publicApi = treaty<App>(location.origin, options).api

/** Client for calls of the signed-in user. Renews an expired access token transparently. */
export const api = treaty<App>(location.origin, { ...options, fetcher: sessionFetch as typeof fetch }).api

interface Answer<T> {
  data: T | null
  error: { value: unknown } | null
  response?: Response
}

/** Returns the data of a response. @throws AppError for an error response; an AbortError is thrown unchanged. */
export async function unwrapResponse<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call
  if (!error) return data as T
  if (error.value instanceof DOMException) throw error.value
  if (error.value instanceof Error) throw asFailure(error.value)
  throw failureOf(error.value, response?.headers)
}

/** Downloads a file that needs the user's login. */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await sessionFetch(new URL(path, location.origin).href, {})
  if (response.ok) return response.blob()
  throw failureOf(await response.json().catch(() => null), response.headers)
}

/**
 * Sends one request of the session. 403 ERR_SESSION_EXPIRED: one renewal shared by concurrent requests, then one retry.
 * 401: the login has ended. 402: the licence has expired. Other 403: passed on as a refusal.
 */
async function sessionFetch(url: string, init: RequestInit): Promise<Response> {
  await pendingRenewal()
  const used = accessToken()
  const response = await fetch(url, withToken(init, used))
  if (!(await isTokenExpired(response))) return endSessionIfRefused(response)

  const token = await renewToken(used).catch((failure) => {
    if (endsSession(failure)) endSession(sessionEndReason(failure))
    throw failure
  })
  const retried = await fetch(url, withToken(init, token))
  if (await isTokenExpired(retried)) endSession({ kind: 'expired' })
  return endSessionIfRefused(retried)
}

function withToken(init: RequestInit, token: string | null): RequestInit {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

const codeOf = async (response: Response) =>
  failureOf(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
const isTokenExpired = async (response: Response) =>
  response.status === 403 && (await codeOf(response)).code === 'ERR_SESSION_EXPIRED'

async function endSessionIfRefused(response: Response) {
  if (response.status === 401 || response.status === 402) endSession(sessionEndReason(await codeOf(response)))
  return response
}

/** Reason that the login page shows for this error. */
export function sessionEndReason({ code, detail }: AppError) {
  if (code === 'ERR_SUBSCRIPTION_EXPIRED')
    return { kind: 'subscription', dueDate: String(detail.dueDate ?? '') } as const
  if (code === 'ERR_LOGIN_TOO_OLD') return { kind: 'tooOld', days: Number(detail.days) } as const
  if (code === 'ERR_ACCESSED_ELSEWHERE') return { kind: 'elsewhere' } as const
  if (code === 'ERR_COMPANY_DISABLED') return { kind: 'disabled' } as const
  return { kind: 'expired' } as const
}
