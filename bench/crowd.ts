import { Database as Sqlite } from 'bun:sqlite'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AccessTokens } from '../src/core/http/access-tokens'
import { Secrets } from '../src/core/secrets'
import { databaseFile } from '../src/core/storage/data-directory'
import type { CompanyId } from '../src/core/storage/schema'
import { socketAddress } from '../tests/socket-address'
import { askers } from './data'
import { below, type Measure, percentile } from './figures'
import { login, scratch, secret, serveProduct } from './product'

const agents = 500
const queues = 5
const rounds = 5
const messages = 200
const pauseMs = 50 // twenty a second
const firstAgent = 5_000
const firstTicket = 900_000

interface Listener {
  socket: WebSocket
  queueId: number
}
/** When the message with this text was sent, and in which queue's ticket. */
const sent = new Map<string, { at: number; queueId: number }>()
/** Frames received by agents who may not see them; an error thrown in a socket's listener would be lost. */
const wrong: string[] = []

/**
 * 500 agents of one company, a hundred in each of five queues, while twenty messages per second are stored: time until
 * every browser that may see a message has received it. @throws Error when a browser receives one it may not see
 */
export async function crowd(data: string): Promise<Measure[]> {
  const directory = join(scratch, `crowd-${crypto.randomUUID()}`)
  cpSync(data, directory, { recursive: true })
  populate(databaseFile(directory))
  const product = await serveProduct(directory)
  rmSync(directory, { recursive: true })
  try {
    const took: number[] = []
    const listeners = await Promise.all(Array.from({ length: agents }, (_, n) => listen(product.url, n, took)))
    const token = await login(product.url, askers[0] as string)
    await round(product.url, token, took) // compiles the code before it is measured
    const figures: number[] = []
    for (let n = 0; n < rounds; n++) figures.push(await round(product.url, token, took))
    for (const { socket } of listeners) socket.close()
    return [below('20 messages/s to 500 agents, p99 to every browser that may see them', 150, 'ms', figures)]
  } finally {
    await product.stop()
  }
}

/** Agents with a login each and a queue, and one open ticket per queue. */
function populate(file: string) {
  const sqlite = new Sqlite(file)
  sqlite.run('begin')
  const user = sqlite.prepare(
    "insert into users (id, companyId, name, email, passwordHash, profile) values (?, 1, ?, ?, 'x', 'user')",
  )
  const member = sqlite.prepare('insert into user_queues (companyId, userId, queueId) values (1, ?, ?)')
  const entry = sqlite.prepare(
    `insert into tokens (id, companyId, userId, refreshHash, userAgent, createdAt, rotatedAt, expiresAt)
     values (?, 1, ?, ?, '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z')`,
  )
  for (let n = 0; n < agents; n++) {
    const id = firstAgent + n
    user.run(id, `Agente ${n}`, `agente${n}@bench.test`)
    member.run(id, queueOf(n))
    entry.run(id, id, `crowd ${n}`)
  }
  const ticket = sqlite.prepare(
    `insert into tickets (id, companyId, uuid, status, contactId, whatsappId, userId, queueId, lastMessageAt)
     values (?, 1, ?, 'open', ?, 1, 1, ?, '2026-08-01T00:00:00.000Z')`,
  )
  const free = sqlite
    .query(`select id from contacts where companyId = 1 and id not in
            (select contactId from tickets where companyId = 1 and status <> 'closed') limit ${queues}`)
    .all() as { id: number }[]
  for (let n = 0; n < queues; n++) ticket.run(firstTicket + n, crypto.randomUUID(), free[n]?.id ?? null, n + 1)
  sqlite.run('commit')
  sqlite.close()
}

const queueOf = (n: number) => (n % queues) + 1
const tokens = new AccessTokens(new Secrets(secret.BALCAO_SECRET))

async function listen(url: string, n: number, took: number[]): Promise<Listener> {
  const id = firstAgent + n
  const token = await tokens.sign({ tokenId: id, userId: id, companyId: 1 as CompanyId })
  const queueId = queueOf(n)
  const address = await socketAddress(url, token)
  const socket = await new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(address)
    socket.onopen = () => resolve(socket)
    socket.onerror = () => reject(new Error(`no socket for agent ${n}`))
  })
  socket.onmessage = ({ data }) => {
    const text = data as string
    if (!text.includes('-appMessage"') || !text.includes('"create"')) return
    const message = sent.get(/crowd-\d+-\d+/.exec(text)?.[0] ?? '')
    if (!message) return
    if (message.queueId !== queueId) wrong.push(`agent ${n} received a message of queue ${message.queueId}`)
    else took.push(performance.now() - message.at)
  }
  return { socket, queueId }
}

let rounded = 0

/** Sends the messages; returns the 99th percentile (ms) of message × browser. */
async function round(url: string, token: string, took: number[]): Promise<number> {
  took.length = 0
  rounded++
  for (let n = 0; n < messages; n++) {
    const text = `crowd-${rounded}-${n}`
    sent.set(text, { at: performance.now(), queueId: queueOf(n) })
    void sendReply(url, token, firstTicket + (n % queues), text)
    await Bun.sleep(pauseMs)
  }
  const expected = (messages * agents) / queues
  for (let left = 100; took.length < expected && left > 0; left--) await Bun.sleep(50)
  await Bun.sleep(500) // wrongly sent frames arrive within this time
  if (wrong.length > 0) throw new Error(`${wrong.length} frames reached wrong agents: ${wrong[0]}`)
  if (took.length !== expected) throw new Error(`${took.length} of ${expected} frames arrived`)
  return percentile(took, 0.99)
}

async function sendReply(url: string, token: string, ticketId: number, text: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ body: text })
  const answer = await fetch(`${url}/api/messages/${ticketId}`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`message: ${answer.status} ${await answer.text()}`)
}
