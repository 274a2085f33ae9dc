import { AppError, type ErrorCode, errorStatus } from '../../src/shared/errors'

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in errorStatus

/** AppError of an error response: code and detail, plus `retryAfter` in seconds from the Retry-After header. */
export function failureOf(body: unknown, headers?: Headers): AppError {
  const { error, ...detail } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const wait = Number(headers?.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(wait)) detail.retryAfter = wait
  return new AppError(isCode(error) ? error : 'ERR_INTERNAL_SERVER_ERROR', detail)
}

/** Any thrown value as an AppError; a request without a response becomes ERR_UNREACHABLE. */
export function asFailure(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError(thrown instanceof TypeError ? 'ERR_UNREACHABLE' : 'ERR_INTERNAL_SERVER_ERROR')
}

/** True for a request that its own caller aborted, such as an outdated search. Needs no message. */
export const isAborted = (thrown: unknown) => thrown instanceof DOMException && thrown.name === 'AbortError'
