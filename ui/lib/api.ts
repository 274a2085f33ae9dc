import { treaty } from '@elysiajs/eden'
import type { App } from '../../src/app'
import type { AppError } from '../../src/shared/errors'
import { asFailure, failureOf } from './failure'
import { endSession } from './session-end'
import { accessToken, endsSession, pendingRenewal, renewToken } from './token'

const options = { parseDate: false } as const

/** Calls anybody may make: sign-in, sign-up, set-up. No token, no renewal; a 401 is an answer, not an end. */
export const publicApi = treaty<App>(location.origin, options).api

/** Calls of the signed-in person. Renews the access token when it ran out; the pages never notice. */
export const api = treaty<App>(location.origin, { ...options, fetcher: sessionFetch as typeof fetch }).api

interface Answer<T> {
  data: T | null
  error: { value: unknown } | null
  response?: Response
}

/** Data, or a thrown AppError (an AbortError stays itself); pages never look at status codes. */
export async function ask<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call
  if (!error) return data as T
  if (error.value instanceof DOMException) throw error.value
  if (error.value instanceof Error) throw asFailure(error.value)
  throw failureOf(error.value, response?.headers)
}

/** A file the server makes for the signed-in person, byte for byte. */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await sessionFetch(new URL(path, location.origin).href, {})
  if (response.ok) return response.blob()
  throw failureOf(await response.json().catch(() => null), response.headers)
}

/**
 * One request of the session (decisions.md, Wire). 403 ERR_SESSION_EXPIRED: one renewal for all who wait, then one
 * retry. 401: the login is over. Any other 403 is a plain refusal. 402: the licence ran out meanwhile.
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

/** What the login page will say about this refusal. */
export function sessionEndReason({ code, detail }: AppError) {
  if (code === 'ERR_SUBSCRIPTION_EXPIRED')
    return { kind: 'subscription', dueDate: String(detail.dueDate ?? '') } as const
  if (code === 'ERR_ACCESSED_ELSEWHERE') return { kind: 'elsewhere' } as const
  if (code === 'ERR_COMPANY_DISABLED') return { kind: 'disabled' } as const
  return { kind: 'expired' } as const
}
