import { AppError, type ErrorCode, errorStatus } from '../../src/shared/errors'

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in errorStatus

/** The AppError an answer stands for: its code and detail, with `retryAfter` in seconds where the server gave one. */
export function failureOf(body: unknown, headers?: Headers): AppError {
  const { error, ...detail } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const wait = Number(headers?.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(wait)) detail.retryAfter = wait
  return new AppError(isCode(error) ? error : 'ERR_INTERNAL_SERVER_ERROR', detail)
}

/** Whatever was thrown, as an AppError; a request that got no answer at all is ERR_UNREACHABLE. */
export function asFailure(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError(thrown instanceof TypeError ? 'ERR_UNREACHABLE' : 'ERR_INTERNAL_SERVER_ERROR')
}

/** True for a request its own caller gave up (a search typed over): nobody needs to hear of it. */
export const isAborted = (thrown: unknown) => thrown instanceof DOMException && thrown.name === 'AbortError'
