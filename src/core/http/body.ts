import { AppError } from '../../shared/errors'
import { DeepJsonError, parseJson, refuseDeepJson } from '../../shared/json'
import { limits } from '../../shared/limits'
import { removeInvalidCharacters } from '../../shared/text'
import { bytePace } from '../process/byte-pace'
import type { CompanyId } from '../storage/schema'
import { type FormEntry, readLargeForm } from './large-form'

/** Limits of request bodies by path; routes that are not named may have `usual` bytes. */
export interface BodyLimits {
  rules: readonly { path: RegExp; max: number }[]
  usual: number
  /** Paths whose body must announce its length: public ones, which no browser calls without. */
  announced: RegExp
}

const bodiless = /^(GET|HEAD|OPTIONS)$/
/** Limits of requests that come without a length; read by `readBody`. */
const limitOfUnannounced = new WeakMap<Request, number>()

/**
 * Refuses a body that is announced as larger than its route may read, and one without a length where it must be
 * announced. @throws ERR_TOO_LARGE, ERR_BODY
 */
export const bodyGuard = ({ rules, usual, announced }: BodyLimits) => {
  const smallest = Math.min(usual, ...rules.map(({ max }) => max))
  const maxOf = (path: string) => rules.find((rule) => rule.path.test(path))?.max ?? usual
  return (request: Request) => {
    const { url, headers, method } = request
    const length = Number(headers.get('content-length') ?? 0)
    if (length > smallest) {
      const max = maxOf(pathOf(url))
      if (length > max) throw new AppError('ERR_TOO_LARGE', { max })
    }
    if (!headers.has('transfer-encoding')) return
    if (announced.test(pathOf(url)) || bodiless.test(method)) throw new AppError('ERR_BODY')
    limitOfUnannounced.set(request, maxOf(pathOf(url)))
  }
}

/** Bytes that a body may have: its announced length, or else the limit of its route. */
export const maxBytesOf = (request: Request): number =>
  Number(request.headers.get('content-length') ?? limitOfUnannounced.get(request) ?? 0)

/** Path of an absolute URL, without the cost of parsing it. */
export function pathOf(url: string): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  const query = url.indexOf('?', start)
  return query < 0 ? url.slice(start) : url.slice(start, query)
}

/**
 * Parses a request body: JSON, or a form as texts and files by name, where repeated names become a list. NUL and lone
 * surrogates are removed from texts, as from WhatsApp's. Returns null for other content types, which no schema of a body
 * allows. Elysia's own parser is not used: it interprets paths in field names and would allocate an array of 10^9
 * elements for one of them, and the bytes or the query that it makes of other types pass as an object without fields.
 * Large forms and long JSON pass at the pace of the caller's company.
 * @throws ERR_BODY
 */
export async function readBody(httpRequest: Request, contentType: string, companyId?: CompanyId): Promise<unknown> {
  if (contentType === 'multipart/form-data') return fieldsOf(await readForm(httpRequest, companyId))
  const request = await countedIfUnannounced(httpRequest)
  if (contentType !== 'application/json') return null
  const text = await request.text()
  if (companyId !== undefined && text.length >= longJson) await bytePace.pay(companyId, text.length * bytesPerCharacter)
  return parseBody(text)
}

/** Characters from which JSON is paced. */
const longJson = 16 * 1024
/**
 * Bytes of a form that cost the main thread as much as one character of JSON, which is parsed, checked, stored and
 * answered in one piece: a message of 65,536 characters takes as long as a form of 1 MiB (measured).
 */
const bytesPerCharacter = 16

/** Bytes from which a form is read while it arrives; Bun reads a smaller one faster. */
const largeForm = 2 ** 20

async function readForm(request: Request, companyId?: CompanyId): Promise<Iterable<FormEntry>> {
  const { body, headers } = request
  if (!body || maxBytesOf(request) < largeForm) return (await countedIfUnannounced(request)).formData()
  const paced = companyId === undefined ? body : bytePace.pieces(companyId, body)
  return readLargeForm(partsUpTo(paced, maxBytesOf(request)), headers.get('content-type') ?? '')
}

const countedIfUnannounced = (request: Request) =>
  request.headers.has('transfer-encoding') ? counted(request) : request

/** Reads a body without an announced length up to the limit of its route. @throws ERR_TOO_LARGE */
async function counted(request: Request): Promise<Response> {
  const { body, headers } = request
  const bytes = await bytesUpTo(body, limitOfUnannounced.get(request) ?? limits.json)
  return new Response(bytes, { headers: { 'content-type': headers.get('content-type') ?? '' } })
}

/** Whole body as bytes in a buffer of its own, counted as it arrives. @throws ERR_TOO_LARGE beyond `max` bytes */
export async function bytesUpTo(body: AsyncIterable<Uint8Array> | null, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await Array.fromAsync(partsUpTo(body, max))
  const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  return Bun.concatArrayBuffers(parts as Uint8Array<ArrayBuffer>[], size, true)
}

/** Parts of a body, counted as they arrive. @throws ERR_TOO_LARGE beyond `max` bytes */
async function* partsUpTo(body: AsyncIterable<Uint8Array> | null, max: number) {
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > max) throw new AppError('ERR_TOO_LARGE', { max })
    yield part
  }
}

/** Parses JSON; NUL and lone surrogates are removed from its texts. @throws ERR_BODY for deep nesting, SyntaxError */
export function parseBody(text: string): unknown {
  const parsed = refusingDeep(() => parseJson(text))
  const value = unsound.test(text) ? withSoundTexts(parsed) : parsed
  // Copying the object by assignment would set this field as its prototype.
  if (typeof value === 'object' && value !== null) delete (value as Record<string, unknown>)[theirs]
  return value
}

/** Result of reading JSON. @throws ERR_BODY for deep nesting */
function refusingDeep<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof DeepJsonError ? new AppError('ERR_BODY') : error
  }
}

const theirs = '__proto__'

/** Escapes of NUL and lone surrogates in JSON; UTF-8 text cannot contain them otherwise. */
const unsound = /\\u(?:0000|d[89a-f])/i

/**
 * The value whose texts, but not names, have no NUL and lone surrogate; lists and objects are changed in place. A reviver
 * of `JSON.parse` does the same in 1.6 s for 1 MB of small lists, this in a tenth of it (measured on a busy machine).
 */
function withSoundTexts(value: unknown): unknown {
  if (typeof value === 'string') return removeInvalidCharacters(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) replacePart(value, at)
  else for (const name in value) replacePart(value as Record<string, unknown>, name)
  return value
}

function replacePart<Key extends string | number>(parts: Record<Key, unknown>, key: Key) {
  const part = parts[key]
  if (typeof part === 'string' || typeof part === 'object') parts[key] = withSoundTexts(part)
}

function fieldsOf(form: Iterable<FormEntry>): Record<string, unknown> {
  const fields = new Map<string, FormDataEntryValue[]>()
  for (const [name, value] of form) {
    if (typeof value === 'string' && /^[[{]/.test(value)) refusingDeep(() => refuseDeepJson(value)) // some schemas read JSON in a field
    if (name === theirs) continue
    const field = typeof value === 'string' ? removeInvalidCharacters(value) : value
    const sameName = fields.get(name)
    if (sameName) sameName.push(field)
    else fields.set(name, [field])
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}
