import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { FromWorker } from '../../src/core/storage/sqlite/checkpoint'
import { diskOf } from '../../src/core/storage/sqlite/disk'

/**
 * Common part of the other sides of `accept` and `send`: Bun.serve and bun:sqlite with the product's pragmas, its group
 * commit and the statements that store a message to a customer. SQLite flushes each commit itself (synchronous=FULL);
 * with FLUSH=thread another thread does, as in the product (docs/adr/0033).
 */
const file = join(process.env.BALCAO_DATA_DIR ?? '', 'balcao.db')
const disk = process.env.FLUSH === 'thread' ? diskOf(file) : null
export const sqlite = new Database(file)
for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'foreign_keys = ON']) sqlite.run(`pragma ${pragma}`)
for (const pragma of [`synchronous = ${disk ? 'NORMAL' : 'FULL'}`, 'cache_size = -32000', 'wal_autocheckpoint = 0'])
  sqlite.run(`pragma ${pragma}`)

const checkpoints = new Worker(new URL('../../src/core/storage/sqlite/checkpoint-worker.ts', import.meta.url))
checkpoints.postMessage({ do: 'open', file })
checkpoints.onmessage = ({ data }: MessageEvent<FromWorker>) => {
  if (data.type === 'full') isLogFull = true
  if (data.type === 'restarted') {
    isRestarting = false
    schedule()
  }
}
/** The checkpoint worker asks to restart the log while no transaction is open. */
let isLogFull = false
let isRestarting = false

/** Ticket as the product reads it; conditions follow. SQLite re-plans a join with a bare `?` at every run. */
export const ticketRows = `select tickets.id, tickets.uuid, tickets.status, tickets.contactId, tickets.whatsappId,
  tickets.userId, tickets.queueId, tickets.isGroup, tickets.chatbot, tickets.unreadMessages, tickets.lastMessage,
  tickets.lastMessageAt, tickets.lastMessageFromMe, tickets.closeReason, tickets.createdAt, tickets.updatedAt,
  contacts.name as contactName, contacts.number as contactNumber, contacts.profilePicUrl as contactPicture,
  contacts.waJid, users.name as userName, queues.name as queueName, queues.color as queueColor,
  connections.name as connectionName, connections.status as connectionStatus,
  (select json_group_array(json_object('id', g.id, 'name', g.name, 'color', g.color)) from ticket_tags l
  cross join tags g on g.id = l.tagId where l.companyId = tickets.companyId and l.ticketId = tickets.id
  having count(*) > 0) as tags
  from tickets inner join contacts on contacts.id = tickets.contactId left join users on users.id = tickets.userId
  left join queues on queues.id = tickets.queueId left join connections on connections.id = tickets.whatsappId
  where tickets.companyId = +?`
export const earlier = sqlite.prepare(
  'select requestHash, ticketId, messageId from idempotency where companyId = +? and userId = +? and key = +? order by position',
)
const insertMessage =
  sqlite.prepare(`insert into messages (ticketId, contactId, whatsappId, waId, participant, senderName,
  fromMe, origin, userId, body, mediaType, mediaId, mediaStatus, detail, ack, error, quotedWaId, proto, read, createdAt,
  updatedAt, companyId) values (?, ?, ?, ?, '', '', 1, ?, ?, ?, 'chat', null, null, null, 0, null, null, null, 1,
  ?, ?, ?) returning id`)
const touchTicket = sqlite.prepare(`update tickets set unreadMessages = unreadMessages * ? + ?, lastMessage = ?,
  lastMessageAt = ?, lastMessageFromMe = 1, chatbot = chatbot * ?, updatedAt = ? where companyId = +? and id = +?`)
const headOfLane = sqlite.prepare(`select id, state, runAt, attempts, interrupted from jobs
  where lane is not null and state in ('ready', 'waiting', 'running') and companyId = +? and lane = +?`)
const insertJob =
  sqlite.prepare(`insert into jobs (name, payload, lane, groupKey, "key", runAt, waitsFor, state, lockedAt,
  failedAt, lastError, companyId) values ('message.deliver', ?, ?, ?, null, ?, ?, ?, null, null, null, ?)`)
const remember = sqlite.prepare(
  'insert into idempotency (userId, key, position, requestHash, ticketId, messageId, createdAt, companyId) values (?, ?, 0, ?, ?, ?, ?, ?)',
)

interface Outgoing {
  companyId: number
  ticket: { id: number; contactId: number; whatsappId: number }
  origin: 'agent' | 'api'
  userId: number | null
  /** Owner of the idempotency key: the id of a user, or minus the id of a connection. */
  keeper: number
  key: string
  body: string
  /** Factor of the ticket's unread count and bot flag: 0 clears them, 1 leaves them. */
  leaves: 0 | 1
}

/** Stores a message with its job and idempotency key and updates its ticket; returns the message's id. */
export function storeMessage({ companyId, ticket, origin, userId, keeper, key, body, leaves }: Outgoing, now: string) {
  const { id: ticketId, contactId, whatsappId } = ticket
  const waId = `3EB0${crypto.getRandomValues(Buffer.alloc(9)).toString('hex').toUpperCase()}`
  const values = [ticketId, contactId, whatsappId, waId, origin, userId, body, now, now, companyId]
  const { id } = insertMessage.get(...values) as { id: number }
  touchTicket.run(leaves, 0, body, now, leaves, now, companyId, ticketId)
  const lane = `wa:${whatsappId}/ticket:${ticketId}`
  const state = headOfLane.get(companyId, lane) ? 'queued' : 'waiting'
  const number = `wa:${whatsappId}`
  insertJob.run(`{"messageId":${id}}`, lane, number, now, number, state, companyId)
  remember.run(keeper, key, Bun.hash(body).toString(36), ticketId, id, now, companyId)
  return id
}

/** Writes; returns the function to call after the flush. */
type Unit = () => () => void
const waiting: Unit[] = []
/** Functions to call after the flush of the open transaction. */
let answers: (() => void)[] = []
let scheduled = false
let flushing = false

/** Writes of one turn of the event loop share a transaction; those that arrive during a flush share the next one. */
export function together<T>(write: () => T): Promise<T> {
  return new Promise((resolve) => {
    waiting.push(() => {
      const written = write()
      return () => resolve(written)
    })
    schedule()
  })
}

function schedule() {
  if (scheduled) return
  scheduled = true
  setImmediate(store)
}

function store() {
  scheduled = false
  if (isLogFull && answers.length === 0) restartLog()
  if (isRestarting) return
  if (waiting.length > 0 && answers.length === 0) sqlite.run('begin immediate')
  for (const unit of waiting.splice(0)) answers.push(unit())
  if (answers.length > 0 && !flushing) void commit()
}

function restartLog() {
  isLogFull = false
  isRestarting = true
  checkpoints.postMessage({ do: 'restart' })
}

async function commit() {
  const committed = answers
  answers = []
  sqlite.run('commit')
  flushing = true
  await disk?.sync()
  flushing = false
  for (const answer of committed) answer()
  schedule()
}

export function serve(fetch: (request: Request) => Promise<Response>) {
  const server = Bun.serve({
    port: Number(process.env.PORT),
    hostname: '127.0.0.1',
    fetch: (request) => (request.method === 'GET' ? new Response('ok') : fetch(request)),
  })
  process.on('SIGTERM', () => {
    server.stop(true)
    process.exit(0)
  })
}
