import type { responseValidator } from '../documented-responses'
import type { FuzzedRoute } from './api-document'
import { otherCompanyText } from './companies'
import { createMalformedRequest } from './malformed'
import { createRandom } from './odd-values'
import { RawConnection, type RawRequest, type RawResponse } from './raw-http'
import type { FuzzTarget } from './targets'

/** Sends malformed requests to a running server and says what it did wrong. Used by the test and by bench/fuzz.ts. */

export interface Finding {
  what: string
  /** Enough to send it again: `randomOf(seed)`, the route and the number. */
  seed: number
  route: string
  number: number
  request: string
  answer: string
}
export interface Fuzzed {
  sent: number
  /** Connections the server ended without an answer, which is what it does with what is no HTTP. */
  unanswered: number
  /** Of what was asked of this route, and not of another path or by another method. */
  statuses: Record<number, number>
  findings: Finding[]
}

interface Options {
  seed: number
  invalid: boolean
  validateResponse: ReturnType<typeof responseValidator>
}

const connectionCount = 8

/** 503s that are part of the contract: no number is linked, WhatsApp is away, nobody said how licences are paid. */
const documented503 =
  /^\{"error":"ERR_(WAPP_NOT_INITIALIZED|WAPP_CHECK_CONTACT|WAPP_DOWNLOAD_MEDIA|SENDING_WAPP_MSG|PAYMENT_NOT_SET)"\}$/
/** Words that only the inside knows. */
const internalWords =
  /SQLITE|sqlite|\b(select|insert|update|delete) .*\b(from|into|set)\b|node_modules|bunfs|\.(ts|js):\d|\bat \w+ \(|\/(root|home|work|tmp|var)\/|stack|TypeError|RangeError|SyntaxError|Exception|undefined is not/
/** Failures are JSON of ours: a code, and fields by name. */
const refusalBody = /^\{"error":"ERR_[A-Z_0-9]+"[^<>]*\}$/

/** What every answer of ours carries; what Bun answers by itself has no body. */
const securityHeaders = [/^content-security-policy: default-src '(self|none)'/im, /^x-content-type-options: nosniff/im]

/** Asks one route so many times, and says what came of it. */
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
  // Every visitor is another one, or the limits on sign-in would answer instead of what is behind them.
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

/** What is taken is answered as the API's document says. */
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
  if (invalid && status < 400) found.push('wrong for certain, and taken')
  if (text !== '' && !securityHeaders.every((header) => header.test(head)))
    found.push('without the headers that keep browsers safe')
  if (!seesAll && `${head}${text}`.includes(otherCompanyText)) found.push("another company's data")
  return status < 400 ? found : [...found, ...findRefusalFaults({ status, head, text }, canary)]
}

/** What a refusal may not be. */
function findRefusalFaults(
  { status, head, text }: { status: number; head: string; text: string },
  canary: string,
): string[] {
  const found: string[] = []
  if (status >= 500 && !documented503.test(text)) found.push(`a ${status}`)
  if (text.includes(canary) || head.includes(canary)) found.push('an echo')
  if (internalWords.test(text)) found.push('words of the inside')
  // Bun itself answers what is no HTTP, without a body.
  if (text !== '' && !refusalBody.test(text)) found.push('no refusal of ours')
  return found
}

const describeRequest = ({ method, path, headers, body }: RawRequest) =>
  `${method} ${path.slice(0, 200)}\n${headers.map(([name, value]) => `${name}: ${value.slice(0, 100)}`).join('\n')}\n\n${Buffer.from(
    body ?? [],
  )
    .toString()
    .slice(0, 300)}`
