import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/**
 * The other side of P1: raw Bun.serve and bun:sqlite running the statements that accepting a reply runs, by the same
 * pragmas and the same group commit, and nothing else: no schema check, no rights, no events, no Kysely, no routes.
 */
const file = join(process.env.BALCAO_DATA_DIR ?? '', 'balcao.db')
const sqlite = new Database(file)
for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
  sqlite.run(`pragma ${pragma}`)
for (const pragma of ['cache_size = -32000', 'wal_autocheckpoint = 0']) sqlite.run(`pragma ${pragma}`)

const earlier = sqlite.prepare(
  'select requestHash, messageId from idempotency where companyId = ? and userId = ? and key = ?',
)
const ticketById =
  sqlite.prepare(`select tickets.id, tickets.uuid, tickets.status, tickets.contactId, tickets.whatsappId,
  tickets.userId, tickets.queueId, tickets.isGroup, tickets.chatbot, tickets.unreadMessages, tickets.lastMessage,
  tickets.lastMessageAt, tickets.lastMessageFromMe, tickets.closeReason, tickets.createdAt, tickets.updatedAt,
  contacts.name as contactName, contacts.number as contactNumber, contacts.profilePicUrl as contactPicture,
  contacts.waJid, users.name as userName, queues.name as queueName, queues.color as queueColor,
  connections.name as connectionName, connections.status as connectionStatus
  from tickets inner join contacts on contacts.id = tickets.contactId left join users on users.id = tickets.userId
  left join queues on queues.id = tickets.queueId left join connections on connections.id = tickets.whatsappId
  where tickets.companyId = +? and tickets.id = +?`) // a bare ? in a join is planned anew at every run
const insertMessage =
  sqlite.prepare(`insert into messages (ticketId, contactId, whatsappId, waId, participant, senderName,
  fromMe, origin, userId, body, mediaType, mediaId, mediaStatus, detail, ack, error, quotedWaId, proto, read, createdAt,
  updatedAt, companyId) values (?, ?, ?, ?, '', '', 1, 'agent', ?, ?, 'chat', null, null, null, 0, null, null, null, 1,
  ?, ?, ?) returning id`)
const touchTicket = sqlite.prepare(`update tickets set unreadMessages = unreadMessages * ? + ?, lastMessage = ?,
  lastMessageAt = ?, lastMessageFromMe = 1, chatbot = chatbot * ?, updatedAt = ? where companyId = ? and id = ?`)
const insertJob = sqlite.prepare(`insert into jobs (name, payload, lane, runAt, waitsFor, lockedAt, failedAt, lastError,
  companyId) values ('message.deliver', ?, ?, ?, ?, null, null, null, ?)`)
const remember = sqlite.prepare(
  'insert into idempotency (userId, key, requestHash, messageId, createdAt, companyId) values (?, ?, ?, ?, ?, ?)',
)

interface Ticket {
  id: number
  contactId: number
  whatsappId: number
}
/** Does its writing, and answers what to do once that is committed. */
type Unit = () => () => void
let waiting: Unit[] = []

function flush() {
  const group = waiting
  waiting = []
  sqlite.run('begin immediate')
  const answers = group.map((unit) => unit())
  sqlite.run('commit')
  for (const answer of answers) answer()
}

function accept(ticketId: number, key: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push(() => {
      const id = store(ticketId, key, body)
      return () => resolve(id)
    })
  })
}

function store(ticketId: number, key: string, body: string): number {
  const now = new Date().toISOString()
  earlier.get(1, 1000, key)
  const ticket = ticketById.get(1, ticketId) as Ticket
  const waId = `3EB0${crypto.getRandomValues(Buffer.alloc(9)).toString('hex').toUpperCase()}`
  const { contactId, whatsappId } = ticket
  const { id } = insertMessage.get(ticketId, contactId, whatsappId, waId, 1000, body, now, now, 1) as { id: number }
  touchTicket.run(0, 0, body, now, 0, now, 1, ticketId)
  insertJob.run(`{"messageId":${id}}`, `wa:${whatsappId}/ticket:${ticketId}`, now, `wa:${whatsappId}`, 1)
  remember.run(1000, key, Bun.hash(body).toString(36), id, now, 1)
  return id
}

const checkpoints = new Worker(new URL('../../src/core/checkpoint-worker.ts', import.meta.url))
checkpoints.postMessage({ do: 'open', file })

const server = Bun.serve({
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
  async fetch(request) {
    const path = request.url.slice(request.url.indexOf('/', 8))
    if (path === '/healthz') return new Response('ok')
    const { body } = (await request.json()) as { body: string }
    const id = await accept(
      Number(path.slice(path.lastIndexOf('/') + 1)),
      request.headers.get('idempotency-key') ?? '',
      body,
    )
    return Response.json({ messages: [{ id, body }] })
  },
})
process.on('SIGTERM', () => {
  server.stop(true)
  process.exit(0)
})
