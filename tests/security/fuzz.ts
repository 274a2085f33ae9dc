import { Database } from 'bun:sqlite'
import type { documentedAnswers } from '../documented-answers'
import { type FuzzedRoute, malformed, randomOf } from './malformed'
import { type Heard, Line, type Raw } from './wire'

/** Sends malformed requests to a running server and says what it did wrong. Used by the test and by bench/fuzz.ts. */

/** No WhatsApp there: nothing leaves the machine, and every session is refused its socket. */
export const nowhere = { BALCAO_WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat', BALCAO_WHATSAPP_ROOT_KEY: '11'.repeat(32) }

export interface Somebody {
  token: string
  /** Path parameters by the route's beginning, filled with this person's own rows. */
  ids: Record<string, string>
}

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
  statuses: Record<number, number>
  findings: Finding[]
}

interface Options {
  seed: number
  invalid: boolean
  wrongWith: ReturnType<typeof documentedAnswers>
}

const linesAtOnce = 8

/** 503s that are part of the contract: no number is linked, or WhatsApp is away. */
const documented503 =
  /^\{"error":"ERR_(WAPP_NOT_INITIALIZED|WAPP_CHECK_CONTACT|WAPP_DOWNLOAD_MEDIA|SENDING_WAPP_MSG)"\}$/
/** Words that only the inside knows. */
const inside =
  /SQLITE|sqlite|\b(select|insert|update|delete) .*\b(from|into|set)\b|node_modules|bunfs|\.(ts|js):\d|\bat \w+ \(|\/(root|home|work|tmp|var)\/|stack|TypeError|RangeError|SyntaxError|Exception|undefined is not/
/** Failures are JSON of ours: a code, and fields by name. */
const refusal = /^\{"error":"ERR_[A-Z_0-9]+"[^<>]*\}$/

/** What every answer of ours carries; what Bun answers by itself has no body. */
const guarded = [/^content-security-policy: default-src 'self'/im, /^x-content-type-options: nosniff/im]

export async function fuzz(
  port: number,
  routes: FuzzedRoute[],
  people: Somebody[],
  { perRoute, ...options }: Options & { perRoute: number },
): Promise<Fuzzed> {
  const lines = Array.from({ length: linesAtOnce }, () => new Line(port))
  const result: Fuzzed = { sent: 0, unanswered: 0, statuses: {}, findings: [] }
  for (const route of routes)
    await Promise.all(
      lines.map(async (line, first) => {
        for (let number = first; number < perRoute; number += lines.length)
          await one(line, route, people[number % people.length] as Somebody, { ...options, number }, result)
      }),
    )
  for (const line of lines) line.end()
  return result
}

const hash = (text: string) => Bun.hash.crc32(text)

async function one(
  line: Line,
  route: FuzzedRoute,
  { token, ids }: Somebody,
  { seed, number, invalid, wrongWith }: Options & { number: number },
  result: Fuzzed,
) {
  const name = `${route.method} ${route.path}`
  const random = randomOf(seed ^ hash(`${name} ${number} ${invalid}`))
  const canary = `canary${Math.floor(random() * 2 ** 50).toString(36)}`
  const made = malformed(route, random, canary, ids, invalid)
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
    result.statuses[heard.status] = (result.statuses[heard.status] ?? 0) + 1
    if (heard.status === 0) result.unanswered++
    else
      for (const what of [...wrongs(heard, canary, invalid), ...undocumented(heard, made, wrongWith)])
        note(what, `${heard.head}\n\n${heard.body}`)
  } catch (error) {
    note(String(error), '')
    line.end()
  }
}

/** What is taken is answered as the API's document says. */
function undocumented({ status, head, body }: Heard, { method, path }: Raw, wrongWith: Options['wrongWith']): string[] {
  const isJson = method !== 'HEAD' && /^content-type: application\/json/im.test(head)
  if (status < 200 || status > 299 || !isJson) return []
  const wrong = wrongWith({ method, path: path.split('?')[0] as string }, JSON.parse(body.toString()))
  return wrong ? [wrong] : []
}

function wrongs({ status, head, body }: Heard, canary: string, invalid: boolean): string[] {
  const text = body.toString()
  const found: string[] = []
  if (invalid && status < 400) found.push('wrong for certain, and taken')
  if (text !== '' && !guarded.every((header) => header.test(head)))
    found.push('without the headers that keep browsers safe')
  if (`${head}${text}`.includes(neighbours)) found.push("another company's data")
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

/** What only the company next door knows. */
const neighbours = 'segredo-da-vizinha'

/** A company beside the others, whose every text says whose it is: nobody else may ever read it. */
export async function openNeighbour(url: string) {
  const somebody = await furnished(url, await open(url, neighbours))
  const make = (path: string, body: object) => ask(url, somebody.token, 'POST', path, body)
  await make('/contacts', { name: neighbours, number: '5521988887777' })
  await make('/tags', { name: neighbours })
  await make('/quick-messages', { shortcode: neighbours, message: neighbours, geral: true })
  await make('/files', { name: neighbours, message: neighbours })
  await make('/ticket-notes', { ticketId: Number(somebody.ids.ticket), note: neighbours })
  await make(`/messages/${somebody.ids.ticket}`, { body: neighbours })
}

const shown = ({ method, path, headers, body }: Raw) =>
  `${method} ${path.slice(0, 200)}\n${headers.map(([name, value]) => `${name}: ${value.slice(0, 100)}`).join('\n')}\n\n${Buffer.from(
    body ?? [],
  )
    .toString()
    .slice(0, 300)}`

interface Made {
  id: number
  uuid: string
  token: string
  user: { id: number }
  messages: { id: number }[]
}
async function ask(url: string, token: string, method: string, path: string, body?: object): Promise<Made> {
  const headers: Record<string, string> = { 'x-forwarded-for': `203.0.113.${1 + Math.floor(Math.random() * 250)}` }
  if (token) headers.authorization = `Bearer ${token}`
  if (body) headers['content-type'] = 'application/json'
  const answer = await fetch(`${url}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
  const said = (await answer.json()) as Made
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(said)}`)
  return said
}

/** Opens a company over HTTP and signs its admin in; a connection is made, but reaches nobody. */
export async function open(url: string, name: string): Promise<Somebody> {
  const password = 'nove violoncelos pardos'
  const email = `${name.replaceAll(' ', '')}@fuzz.test`
  await ask(url, '', 'POST', '/companies/cadastro', { name, email, phone: '11999998888', password, planId: 1 })
  const { token, user } = await ask(url, '', 'POST', '/auth/login', { email, password })
  return { token, ids: { user: String(user.id), key: 'call', lang: 'pt' } }
}

let made = 0

/** The person with one of everything of their own, made now: whoever came before may have deleted the last. */
export async function furnished(url: string, { token, ids }: Somebody): Promise<Somebody> {
  const make = (path: string, body: object) => ask(url, token, 'POST', path, body)
  const n = ++made
  const contact = await make('/contacts', { name: 'Maria', number: `55119${80_000_000 + n}` })
  const queue = await queueOf(url, token, n)
  const whatsapp = await connectionOf(url, token, n)
  const ticket = await make('/tickets', { contactId: contact.id, queueId: queue, whatsappId: whatsapp })
  const { messages } = await make(`/messages/${ticket.id}`, { body: 'oi' })
  const message = messages[0]?.id
  const plain = { contact: contact.id, queue, whatsapp, ticket: ticket.id, message }
  const texts = Object.fromEntries(Object.entries(plain).map(([kind, id]) => [kind, String(id)]))
  return { token, ids: { ...ids, ...texts, uuid: ticket.uuid } }
}

/** A plan has room for ten of these, so what is there is used again. */
async function queueOf(url: string, token: string, n: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const { queues } = (await (await fetch(`${url}/api/queue`, { headers })).json()) as { queues: { id: number }[] }
  const color = `#${(n + 4096).toString(16).padStart(6, '0')}`
  return queues[0]?.id ?? (await ask(url, token, 'POST', '/queue', { name: `Fila ${n}`, color })).id
}
async function connectionOf(url: string, token: string, n: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const { whatsapps } = (await (await fetch(`${url}/api/whatsapp`, { headers })).json()) as {
    whatsapps: { id: number }[]
  }
  return whatsapps[0]?.id ?? (await ask(url, token, 'POST', '/whatsapp', { name: `Loja ${n}` })).id
}

/** Which kind of id a route's path takes. */
const kinds: [begins: RegExp, kind: string][] = [
  [/^\/api\/tickets\b/, 'ticket'],
  [/^\/api\/messages\/(:id$|:id\/upload)/, 'ticket'],
  [/^\/api\/messages\b/, 'message'],
  [/^\/api\/contacts\b/, 'contact'],
  [/^\/api\/queue\b/, 'queue'],
  [/^\/api\/whatsapp/, 'whatsapp'],
  [/^\/api\/users\b/, 'user'],
]

/** The person with `id` filled for this route. */
export const aimed = ({ token, ids }: Somebody, { path }: FuzzedRoute): Somebody => {
  const kind = kinds.find(([begins]) => begins.test(path))?.[1]
  return { token, ids: { ...ids, id: (kind && ids[kind]) ?? 'f'.repeat(32) } }
}

/** What sessions and jobs change by themselves. */
const restless: Record<string, string[]> = {
  connections: ['status', 'reason', 'qrcode', 'pairingCode', 'retries', 'updatedAt', 'connectedAt', 'number', 'lid'],
  jobs: ['attempts', 'lockedAt', 'runAt', 'waitsFor', 'lastError', 'failedAt'],
}
/** The index of what was said follows in its own time, and so does since when a connection is as it is. */
const restlessTables = /^(wa_(creds|keys|inbox)|connection_health|message_search\w*|search_(progress|again))$/

/** Every row of the database that only a request changes, table by table. */
export function digest(file: string): Record<string, string> {
  const database = new Database(file, { readonly: true })
  try {
    const tables = database.query("select name from sqlite_schema where type = 'table'").all() as { name: string }[]
    const kept = tables.filter(({ name }) => !restlessTables.test(name) && !name.startsWith('sqlite_'))
    return Object.fromEntries(kept.map(({ name }) => [name, digestOf(database, name)]))
  } finally {
    database.close()
  }
}

function digestOf(database: Database, name: string): string {
  const rows = database.query(`select * from "${name}"`).all() as Record<string, unknown>[]
  for (const row of rows) for (const column of restless[name] ?? []) delete row[column]
  return `${rows.length} ${Bun.hash(JSON.stringify(rows))}`
}
