import { workMarks } from '../process/work-marks'
import { type InternalHosts, isInternalHost } from './internal-hosts'
import { OutsideError, problemOf } from './outside-error'
import { readBody } from './read-body'
import { type HostRules, resolveAll } from './safe-fetch'

/** Request to an address that a company wrote. */
export interface OutsideRequest {
  url: string
  /** GET without a body, else POST. */
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON, with its content type unless `headers` has one. */
  json?: unknown
  /** Sent as it is; ignored when `json` is given. */
  body?: string | Uint8Array<ArrayBuffer>
  /** Limit for all redirects together and the whole answer, in ms. */
  timeoutMs?: number
  maxBytes?: number
  /** False: a redirect is the answer and is not followed. */
  redirects?: false
  signal?: AbortSignal
}

/** Answer with any status; `url` is the last address of the redirects. */
export interface OutsideAnswer {
  status: number
  headers: Headers
  url: string
  bytes: Uint8Array<ArrayBuffer>
  /** The answer, decoded by the charset that it names; as UTF-8 without one. */
  text(): string
}
/** @throws OutsideError with a code that the company's admin may read */
export type SendOutside = (request: OutsideRequest) => Promise<OutsideAnswer>

const maxRedirects = 3
const usualTimeoutMs = 10_000
const usualMaxBytes = 1024 * 1024

/**
 * Function for requests to addresses that companies wrote. Decides which addresses a request may reach: public ones, and
 * private ones only on hosts that the operator named. Each redirect is checked again.
 */
export function createOutside(internalHosts: InternalHosts = [], rules: HostRules = {}): SendOutside {
  const receive = async (first: Step, { redirects, maxBytes = usualMaxBytes }: OutsideRequest, end: AbortSignal) => {
    const hops = redirects === false ? 0 : maxRedirects
    const { answer, url } = await follow(first, hops, end, internalHosts, rules)
    return { answer, url, bytes: await readBody(answer, maxBytes) }
  }
  return async (request) => {
    const { timeoutMs = usualTimeoutMs, signal } = request
    const limit = AbortSignal.timeout(timeoutMs)
    const end = signal ? AbortSignal.any([limit, signal]) : limit
    try {
      const { answer, url, bytes } = await workMarks.whileAway(receive(prepare(request), request, end))
      return {
        status: answer.status,
        headers: answer.headers,
        url: url.href,
        bytes,
        text: () => decoderOf(answer.headers.get('content-type')).decode(bytes),
      }
    } catch (error) {
      throw new OutsideError(problemOf(error, { limit, signal }))
    }
  }
}

function decoderOf(contentType: string | null): TextDecoder {
  const [, charset = 'utf-8'] = /;\s?charset="?([\w-]{1,40})/i.exec(contentType ?? '') ?? []
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** Request of one step of the redirects. */
interface Step {
  url: URL
  method: string
  headers: Headers
  body: string | Uint8Array<ArrayBuffer> | undefined
}

/** Headers that belong to the connection; a company cannot set them. */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'te', 'upgrade', 'expect', 'trailer']

function prepare({ url, method, headers, json, body }: OutsideRequest): Step {
  const sent = json === undefined ? body : JSON.stringify(json)
  const all = prepareHeaders(headers)
  if (json !== undefined && !all.has('content-type')) all.set('content-type', 'application/json')
  const verb = (method ?? (sent === undefined ? 'GET' : 'POST')).toUpperCase()
  const bodyless = verb === 'GET' || verb === 'HEAD'
  const address = URL.parse(url)
  if (!address) throw new OutsideError('url')
  return { url: address, method: verb, headers: all, body: bodyless ? undefined : sent }
}

function prepareHeaders(headers: Record<string, string> = {}): Headers {
  const all = new Headers({ accept: '*/*', 'user-agent': 'Balcao/1.0' })
  try {
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
  } catch {
    throw new OutsideError('headers')
  }
  for (const name of ownHeaders) all.delete(name)
  all.set('accept-encoding', 'identity') // a compressed answer could unpack to any size
  return all
}

const redirectStatuses = [301, 302, 303, 307, 308]

async function follow(first: Step, hops: number, signal: AbortSignal, hosts: InternalHosts, rules: HostRules) {
  let step = first
  for (let hop = 0; hop <= hops; hop++) {
    const answer = await dial(step, signal, hosts, rules)
    const location = redirectStatuses.includes(answer.status) ? answer.headers.get('location') : null
    if (location === null || hops === 0) return { answer, url: step.url }
    await answer.body?.cancel()
    step = redirected(step, answer.status, location)
  }
  throw new OutsideError('redirects')
}

/** The next request, with the method and body that browsers use (fetch standard, HTTP-redirect fetch). */
function redirected({ url, method, headers, body }: Step, status: number, location: string): Step {
  const next = URL.parse(location, url)
  if (!next) throw new OutsideError('url')
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST'
  const kept = new Headers(mayKeepSecrets(url, next) ? headers : withoutSecrets(headers))
  if (becomesGet) kept.delete('content-type')
  return becomesGet
    ? { url: next, method: 'GET', headers: kept, body: undefined }
    : { url: next, method, headers: kept, body }
}

/** True for the same host and port, unless encryption ends. */
const mayKeepSecrets = (from: URL, to: URL) =>
  from.host === to.host && !(from.protocol === 'https:' && to.protocol === 'http:')

/** Headers for another host: an API key can have any name, so that only those without a secret remain. */
function withoutSecrets(headers: Headers): Headers {
  const open = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']
  return new Headers([...headers].filter(([name]) => open.includes(name)))
}

/** Requests one of the checked addresses of the host; the next one only when no connection was made. */
async function dial(step: Step, signal: AbortSignal, hosts: InternalHosts, rules: HostRules): Promise<Response> {
  const { url } = step
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutsideError('url')
  if (url.username || url.password) throw new OutsideError('url')
  const named = isInternalHost(hosts, url)
  const found = resolveAll(url, named ? { ...rules, allowed: () => true } : rules)
  const { addresses, host } = await unlessAborted(found, signal)
  for (const [index, address] of addresses.entries())
    try {
      return await send(address, host, step, signal)
    } catch (error) {
      if (index === addresses.length - 1 || problemOf(error) !== 'refused') throw error
    }
  throw new OutsideError('name')
}

function send(address: URL, host: string, { url, method, headers, body }: Step, signal: AbortSignal) {
  const all = new Headers(headers)
  all.set('host', url.host)
  // The certificate is checked for the host name, not for the resolved address.
  const tls = url.protocol === 'https:' ? { tls: { serverName: host } } : {}
  const init = { method, headers: all, body, signal, redirect: 'manual', decompress: false, ...tls }
  return fetch(address, init as RequestInit)
}

/** The resolver of the system cannot be stopped; its answer is ignored after the signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}
