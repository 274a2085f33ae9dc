import type { responseValidator } from '../documented-responses'
import type { FuzzedRoute } from './api-document'
import { otherCompanyText } from './companies'
import { createMalformedRequest } from './malformed'
import { createRandom } from './odd-values'
import { RawConnection, type RawRequest, type RawResponse } from './raw-http'
import type { FuzzTarget } from './targets'

/** Sends malformed requests to a running server and returns its faults. Used by fuzz.test.ts and bench/fuzz.ts. */

export interface Finding {
  what: string
  /** Seed, route and number reproduce the request. */
  seed: number
  route: string
  number: number
  request: string
  answer: string
}
export interface Fuzzed {
  sent: number
  /** Number of requests whose connection the server closed without an answer, as it does for invalid HTTP. */
  unanswered: number
  /** Number of answers by status, without requests whose path or method was changed. */
  statuses: Record<number, number>
  findings: Finding[]
}

interface Options {
  seed: number
  invalid: boolean
  validateResponse: ReturnType<typeof responseValidator>
}

const connectionCount = 8

/** Expected answers with 503: no number is linked, WhatsApp is unreachable, or payments are not configured. */
const documented503 =
  /^\{"error":"ERR_(WAPP_NOT_INITIALIZED|WAPP_CHECK_CONTACT|WAPP_DOWNLOAD_MEDIA|SENDING_WAPP_MSG|PAYMENT_NOT_SET)"\}$/
/** Internal words that must not be in an answer: SQL, paths, stack traces, names of exceptions. */
const internalWords =
  /SQLITE|sqlite|\b(select|insert|update|delete) .*\b(from|into|set)\b|node_modules|bunfs|\.(ts|js):\d|\bat \w+ \(|\/(root|home|work|tmp|var)\/|stack|TypeError|RangeError|SyntaxError|Exception|undefined is not/
/** Body of a refusal: an error code and the names of fields. */
const refusalBody = /^\{"error":"ERR_[A-Z_0-9]+"[^<>]*\}$/

/** Headers of every answer with a body. Bun's own answers to invalid HTTP have none. */
const securityHeaders = [/^content-security-policy: default-src '(self|none)'/im, /^x-content-type-options: nosniff/im]

/** Sends `perRoute` requests to one route and returns statuses and findings. */
export async function fuzz(
  port: number,
  route: FuzzedRoute,
  target: FuzzTarget,
  { perRoute, ...options }: Options & { perRoute: number },
): Promise<Fuzzed> {
  const connections = Array.from({ length: connectionCount }, () => new RawConnection(port))
  const result: Fuzzed = { sent: 0, unanswered: 0, statuses: {}, findings: [] }
  await Promise.all(
    connections.map(async (connection, first) => {
      for (let number = first; number < perRoute; number += connections.length)
        await sendOne(connection, route, target, { ...options, number }, result)
      connection.close()
    }),
  )
  return result
}

const hash = (text: string) => Bun.hash.crc32(text)

async function sendOne(
  connection: RawConnection,
  route: FuzzedRoute,
  { token, valid, seesAll }: FuzzTarget,
  { seed, number, invalid, validateResponse }: Options & { number: number },
  result: Fuzzed,
) {
  const name = `${route.method} ${route.path}`
  const random = createRandom(seed ^ hash(`${name} ${number} ${invalid}`))
  const canary = `canary${Math.floor(random() * 2 ** 50).toString(36)}`
  const request = createMalformedRequest(route, random, canary, valid, { invalid, number })
  if (!request) return
  if (!request.headers.some(([header]) => header === 'authorization'))
    request.headers.push(['authorization', `Bearer ${token}`])
  // Each request has its own client address; otherwise the rate limit would answer instead of the route.
  const octet = () => 1 + Math.floor(random() * 250)
  request.headers.push(['x-forwarded-for', `${octet()}.${octet()}.${octet()}.${octet()}`])
  result.sent++
  const note = (what: string, answer: string) =>
    result.findings.push({
      what,
      seed,
      route: name,
      number,
      request: describeRequest(request),
      answer: answer.slice(0, 400),
    })
  try {
    const response = await connection.send(request)
    if (response.status === 0) result.unanswered++
    else if (isForRoute(route, request)) result.statuses[response.status] = (result.statuses[response.status] ?? 0) + 1
    if (response.status === 0) return
    for (const what of [
      ...findFaults(response, canary, { invalid, seesAll }),
      ...findUndocumented(response, request, validateResponse),
    ])
      note(what, `${response.head}\n\n${response.body}`)
  } catch (error) {
    note(String(error), '')
    connection.close()
  }
}

const isForRoute = (route: FuzzedRoute, { method, path }: RawRequest) =>
  method === route.method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/?]+')}$`).test(pathOf(path))

/** Path as servers read it (RFC 3986, 5.2.4): without the query and with segments `.` and `..` removed. */
const pathOf = (target: string) => new URL(`http://host${target}`).pathname

/** Differences of a successful answer from the API document. */
function findUndocumented(
  { status, head, body }: RawResponse,
  { method, path }: RawRequest,
  validateResponse: Options['validateResponse'],
): string[] {
  const isJson = method !== 'HEAD' && /^content-type: application\/json/im.test(head)
  if (status < 200 || status > 299 || !isJson) return []
  const wrong = validateResponse({ method, path: pathOf(path) }, JSON.parse(body.toString()))
  return wrong ? [wrong] : []
}

function findFaults(
  { status, head, body }: RawResponse,
  canary: string,
  { invalid, seesAll }: { invalid: boolean; seesAll: boolean },
): string[] {
  const text = body.toString()
  const found: string[] = []
  if (invalid && status < 400) found.push('an invalid request was accepted')
  if (text !== '' && !securityHeaders.every((header) => header.test(head))) found.push('security headers are missing')
  if (!seesAll && `${head}${text}`.includes(otherCompanyText)) found.push("another company's data")
  return status < 400 ? found : [...found, ...findRefusalFaults({ status, head, text }, canary)]
}

/** Faults of a refusal: unexpected 5xx, echo of the input, internal words, other format. */
function findRefusalFaults(
  { status, head, text }: { status: number; head: string; text: string },
  canary: string,
): string[] {
  const found: string[] = []
  if (status >= 500 && !documented503.test(text)) found.push(`a ${status}`)
  if (text.includes(canary) || head.includes(canary)) found.push('an echo of the request')
  if (internalWords.test(text)) found.push('internal words')
  // Bun answers invalid HTTP itself, without a body.
  if (text !== '' && !refusalBody.test(text)) found.push('not the format of a refusal')
  return found
}

const describeRequest = ({ method, path, headers, body }: RawRequest) =>
  `${method} ${path.slice(0, 200)}\n${headers.map(([name, value]) => `${name}: ${value.slice(0, 100)}`).join('\n')}\n\n${Buffer.from(
    body ?? [],
  )
    .toString()
    .slice(0, 300)}`
