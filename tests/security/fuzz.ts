import type { responseValidator } from '../documented-responses'
import type { Aimed } from './aims'
import type { FuzzedRoute } from './documented'
import { neighbours } from './houses'
import { malformed } from './malformed'
import { randomOf } from './nonsense'
import { type Heard, Line, type Raw } from './wire'

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
  wrongWith: ReturnType<typeof responseValidator>
}

const linesAtOnce = 8

/** 503s that are part of the contract: no number is linked, WhatsApp is away, nobody said how licences are paid. */
const documented503 =
  /^\{"error":"ERR_(WAPP_NOT_INITIALIZED|WAPP_CHECK_CONTACT|WAPP_DOWNLOAD_MEDIA|SENDING_WAPP_MSG|PAYMENT_NOT_SET)"\}$/
/** Words that only the inside knows. */
const inside =
  /SQLITE|sqlite|\b(select|insert|update|delete) .*\b(from|into|set)\b|node_modules|bunfs|\.(ts|js):\d|\bat \w+ \(|\/(root|home|work|tmp|var)\/|stack|TypeError|RangeError|SyntaxError|Exception|undefined is not/
/** Failures are JSON of ours: a code, and fields by name. */
const refusal = /^\{"error":"ERR_[A-Z_0-9]+"[^<>]*\}$/

/** What every answer of ours carries; what Bun answers by itself has no body. */
const guarded = [/^content-security-policy: default-src '(self|none)'/im, /^x-content-type-options: nosniff/im]

/** Asks one route so many times, and says what came of it. */
export async function fuzz(
  port: number,
  route: FuzzedRoute,
  aimed: Aimed,
  { perRoute, ...options }: Options & { perRoute: number },
): Promise<Fuzzed> {
  const lines = Array.from({ length: linesAtOnce }, () => new Line(port))
  const result: Fuzzed = { sent: 0, unanswered: 0, statuses: {}, findings: [] }
  await Promise.all(
    lines.map(async (line, first) => {
      for (let number = first; number < perRoute; number += lines.length)
        await one(line, route, aimed, { ...options, number }, result)
      line.end()
    }),
  )
  return result
}

const hash = (text: string) => Bun.hash.crc32(text)

async function one(
  line: Line,
  route: FuzzedRoute,
  { token, right, seesAll }: Aimed,
  { seed, number, invalid, wrongWith }: Options & { number: number },
  result: Fuzzed,
) {
  const name = `${route.method} ${route.path}`
  const random = randomOf(seed ^ hash(`${name} ${number} ${invalid}`))
  const canary = `canary${Math.floor(random() * 2 ** 50).toString(36)}`
  const made = malformed(route, random, canary, right, { invalid, number })
  if (!made) return
  if (!made.headers.some(([header]) => header === 'authorization'))
    made.headers.push(['authorization', `Bearer ${token}`])
  // Every visitor is another one, or the limits on sign-in would answer instead of what is behind them.
  const octet = () => 1 + Math.floor(random() * 250)
  made.headers.push(['x-forwarded-for', `${octet()}.${octet()}.${octet()}.${octet()}`])
  result.sent++
  const note = (what: string, answer: string) =>
    result.findings.push({ what, seed, route: name, number, request: shown(made), answer: answer.slice(0, 400) })
  try {
    const heard = await line.ask(made)
    if (heard.status === 0) result.unanswered++
    else if (isOf(route, made)) result.statuses[heard.status] = (result.statuses[heard.status] ?? 0) + 1
    if (heard.status === 0) return
    for (const what of [...wrongs(heard, canary, { invalid, seesAll }), ...undocumented(heard, made, wrongWith)])
      note(what, `${heard.head}\n\n${heard.body}`)
  } catch (error) {
    note(String(error), '')
    line.end()
  }
}

const isOf = (route: FuzzedRoute, { method, path }: Raw) =>
  method === route.method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/?]+')}$`).test(pathOf(path))

/** Path as servers read it (RFC 3986, 5.2.4): without the query and with segments `.` and `..` removed. */
const pathOf = (target: string) => new URL(`http://host${target}`).pathname

/** What is taken is answered as the API's document says. */
function undocumented({ status, head, body }: Heard, { method, path }: Raw, wrongWith: Options['wrongWith']): string[] {
  const isJson = method !== 'HEAD' && /^content-type: application\/json/im.test(head)
  if (status < 200 || status > 299 || !isJson) return []
  const wrong = wrongWith({ method, path: pathOf(path) }, JSON.parse(body.toString()))
  return wrong ? [wrong] : []
}

function wrongs(
  { status, head, body }: Heard,
  canary: string,
  { invalid, seesAll }: { invalid: boolean; seesAll: boolean },
): string[] {
  const text = body.toString()
  const found: string[] = []
  if (invalid && status < 400) found.push('wrong for certain, and taken')
  if (text !== '' && !guarded.every((header) => header.test(head)))
    found.push('without the headers that keep browsers safe')
  if (!seesAll && `${head}${text}`.includes(neighbours)) found.push("another company's data")
  return status < 400 ? found : [...found, ...faultsOf({ status, head, text }, canary)]
}

/** What a refusal may not be. */
function faultsOf({ status, head, text }: { status: number; head: string; text: string }, canary: string): string[] {
  const found: string[] = []
  if (status >= 500 && !documented503.test(text)) found.push(`a ${status}`)
  if (text.includes(canary) || head.includes(canary)) found.push('an echo')
  if (inside.test(text)) found.push('words of the inside')
  // Bun itself answers what is no HTTP, without a body.
  if (text !== '' && !refusal.test(text)) found.push('no refusal of ours')
  return found
}

const shown = ({ method, path, headers, body }: Raw) =>
  `${method} ${path.slice(0, 200)}\n${headers.map(([name, value]) => `${name}: ${value.slice(0, 100)}`).join('\n')}\n\n${Buffer.from(
    body ?? [],
  )
    .toString()
    .slice(0, 300)}`
