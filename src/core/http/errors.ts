import { Elysia, ValidationError } from 'elysia'
import { AppError, type ErrorCode, errorStatus } from '../../shared/errors'
import { log } from '../log'
import { isFullDisk } from '../storage/sqlite/disk'
import { rateLimited } from './rate-limited'
import { announceRefusal } from './refusals'

/**
 * Method for dropping unknown fields. Elysia's default copies before it validates: `{ "length": 1e9 }` in place of a
 * list allocates an array of 10^9 elements and blocks the event loop. TypeBox validates first. Elysia reads this option
 * from the listening application, not from a plugin.
 */
export const normalize = 'typebox'

type Answer = [status: number, body: { error: ErrorCode; [detail: string]: unknown }]

const refusals: ErrorCode[] = ['ERR_NO_PERMISSION', 'ERR_SUPPORT_VISIT', 'ERR_KEY_SCOPE']

/** Time after which a client may repeat what could not be stored, in seconds; a restarted database server is back then. */
const storageRetrySeconds = '5'

/**
 * Answers every error: code and detail; never a stack, a path, SQL or the input. By default Elysia sends the message of
 * an error, and the body of a refused request with its password.
 */
export const errorHandler = new Elysia({ name: 'errors' }).onError(
  { as: 'global' },
  ({ error, code, set, request, route }) => {
    const [status, body] = answer(error, code, request)
    if (refusals.includes(body.error)) announceRefusal(request, route)
    if (body.error === 'ERR_RATE_LIMIT') rateLimited.count(route)
    set.status = status
    if (body.error === 'ERR_STORAGE') set.headers['retry-after'] = storageRetrySeconds
    if (status === 429 && 'retryAfter' in body) set.headers['retry-after'] = String(body.retryAfter)
    return body
  },
)

const byElysiaCode: Record<string, Answer> = {
  NOT_FOUND: [404, { error: 'ERR_NOT_FOUND' }],
  PARSE: [400, { error: 'ERR_BODY' }],
  INVALID_COOKIE_SIGNATURE: [400, { error: 'ERR_BODY' }],
  INVALID_FILE_TYPE: [415, { error: 'ERR_MEDIA_TYPE' }],
}

function answer(thrown: unknown, code: string | number, request: Request): Answer {
  // Errors that the guard throws in `parse` arrive wrapped as a parse error.
  const error = code === 'PARSE' && (thrown as Error).cause instanceof AppError ? (thrown as Error).cause : thrown
  if (error instanceof AppError) return [errorStatus[error.code], { error: error.code, ...error.detail }]
  if (error instanceof ValidationError && error.type !== 'response') return notAsAsked(error, request)
  const elysiaResponse = byElysiaCode[code]
  if (elysiaResponse) return elysiaResponse
  if (isFullDisk(error)) return fullDisk()
  if (isTooLarge(error)) return [413, { error: 'ERR_TOO_LARGE' }]
  // the client closed the connection; the answer is not received
  if (request.signal.aborted) return [400, { error: 'ERR_BODY' }]
  log.error({ err: error }, 'a request failed unexpectedly') // includes an answer that does not match its own schema
  return [500, { error: 'ERR_INTERNAL_SERVER_ERROR' }]
}

/** A file could not be written; the writer answers the same for rows (docs/adr/0011). */
function fullDisk(): Answer {
  log.error('the disk is full: the file of a request was not written')
  return [503, { error: 'ERR_STORAGE' }]
}

/** An unsupported content type answers 415; other schema violations answer 422 with the fields. */
function notAsAsked(error: ValidationError, request: Request): Answer {
  const form = request.headers.get('content-type') ?? ''
  if (error.type === 'body' && form && !/^(application\/json|multipart\/form-data)\b/i.test(form))
    return [415, { error: 'ERR_MEDIA_TYPE' }]
  const fields = error.type === 'property' ? placesOf(error.value, request) : fieldsAtFault(error)
  return [422, { error: 'ERR_VALIDATION', fields }]
}

/**
 * Finds the field of a refused numeric text: its schema reports no path, so the value is searched in the query among
 * valid field names. Empty when several names have the value: some may be names that the route does not know, and an
 * answer repeats nothing of the request.
 */
function placesOf(value: unknown, { url }: Request): string[] {
  const numbers = [...new URL(url).searchParams].filter(([name, text]) => /^\w+$/.test(name) && Number(text) === value)
  const names = new Set(numbers.map(([name]) => name))
  return names.size === 1 ? [...names] : []
}

/** Bun counts bytes too and may refuse a body without a length before the route does. */
const isTooLarge = (error: unknown) => error instanceof Error && error.message.includes('maxRequestBodySize')

const maxFields = 64

/**
 * Names of the fields that a schema refused, without their values. Read from the checker: Elysia's own list puts every
 * value into a sentence and throws for values such as `{ "toString": 1 }`.
 */
function fieldsAtFault({ validator, value, valueError }: ValidationError): string[] {
  const faults = 'Errors' in validator ? (validator as Checker).Errors(value) : [valueError]
  const fields = new Set<string>()
  for (const fault of faults) {
    if (fault?.path) fields.add(fault.path.replace(/^\//, '').replaceAll('/', '.'))
    if (fields.size === maxFields) break
  }
  return [...fields]
}

/** Compiled schema of a validation error, the part used here. */
interface Checker {
  Errors(value: unknown): Iterable<{ path: string }>
}
