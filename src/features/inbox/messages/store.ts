import type { Scope } from '../../../core/scope'
import { hot, type Tables } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import { type Ack, isAnswer, type MediaStatus, type MediaType, type Origin } from '../../../shared/enums'
import { endBot, recordResponse } from '../tickets/history/attendances'
import type { TicketRow } from '../tickets/read'
import { endSnooze } from '../tickets/state/snooze'

/** Values of a new message row, inbound or outbound. */
export interface NewRow {
  ticketId: number
  contactId: number
  whatsappId: number | null
  waId: string
  participant: string
  senderName: string
  fromMe: 0 | 1
  origin: Origin
  userId: number | null
  body: string
  mediaType: MediaType
  mediaId: string | null
  mediaStatus: MediaStatus | null
  detail: string | null
  ack: Ack
  quotedWaId: string | null
  proto: Uint8Array | null
  read: 0 | 1
  createdAt: string
}

const insertMessage = hot<NewRow>()((db, p) =>
  db
    .insert('messages', {
      ticketId: p('ticketId'),
      contactId: p('contactId'),
      whatsappId: p('whatsappId'),
      waId: p('waId'),
      participant: p('participant'),
      senderName: p('senderName'),
      fromMe: p('fromMe'),
      origin: p('origin'),
      userId: p('userId'),
      body: p('body'),
      mediaType: p('mediaType'),
      mediaId: p('mediaId'),
      mediaStatus: p('mediaStatus'),
      detail: p('detail'),
      ack: p('ack'),
      error: null,
      quotedWaId: p('quotedWaId'),
      proto: p('proto'),
      read: p('read'),
      createdAt: p('createdAt'),
      updatedAt: p('createdAt'),
    })
    .returning('id'),
)

/** Inserts the row and returns its id. @throws SQLITE_CONSTRAINT_UNIQUE for a duplicate; callers look for one first */
export const storeMessage = async (scope: Scope, row: NewRow): Promise<number> =>
  (await scope.db.first(insertMessage, row))?.id as number

interface Shown {
  id: number
  lastMessage: string
  fromMe: 0 | 1
  origin: Origin | null
  userId: number | null
  sender: string | null
  now: string
}
interface Touch extends Shown {
  unread: number
  keepUnread: 0 | 1
  at: string
  answeredAt: string | null
}
const shownMessage = (db: Tables, p: <K extends keyof Shown>(name: K) => Shown[K]) =>
  db
    .update('tickets')
    .set({ lastMessage: p('lastMessage'), lastMessageFromMe: p('fromMe'), lastMessageOrigin: p('origin') })
    .set({ lastMessageUserId: p('userId'), lastMessageSender: p('sender'), updatedAt: p('now') })
    .where('id', '=', p('id'))
const countedMessage = (db: Tables, p: <K extends keyof Touch>(name: K) => Touch[K]) =>
  shownMessage(db, p)
    .set(({ eb }) => ({ unreadMessages: eb(eb('unreadMessages', '*', p('keepUnread')), '+', p('unread')) }))
    .set({ lastMessageAt: p('at'), answeredAt: p('answeredAt') })

/** Three statements, because SQLite writes the index of each column in `set` again, also for an equal value. */
const showMessage = hot<Shown>()((db, p) => shownMessage(db, p))
const countMessage = hot<Touch>()((db, p) => countedMessage(db, p))
const countAnswer = hot<Touch>()((db, p) => countedMessage(db, p).set({ chatbot: 0 }))

/** A message that is counted on its ticket. */
interface Touching {
  origin: Origin
  userId: number | null
  senderName: string
  at: string
  preview: string
}
const setWaiting = hot<{ id: number; since: string }>()((db, p) =>
  db
    .update('tickets')
    .set({ waitingSince: p('since') })
    .where('id', '=', p('id')),
)

/**
 * Counts a message on its ticket. A customer's adds 1 to `unreadMessages`. An answer sets it to 0 and ends the chatbot.
 * An automatic text changes neither of the two and not the waiting time. A message older than the last one does not
 * become the preview. Updates the given row to the stored values.
 */
export async function touchTicket(scope: Scope, row: TicketRow, message: Touching, now: string) {
  const fromMe = message.origin === 'customer' ? 0 : 1
  const answers = isAnswer(message.origin)
  const isAutomatic = fromMe === 1 && !answers
  const latest = second(message.at) >= second(row.lastMessageAt)
  const change = {
    id: row.id,
    unread: fromMe ? 0 : 1,
    keepUnread: answers ? 0 : 1,
    at: isAutomatic && row.status === 'pending' ? row.lastMessageAt : laterTime(message.at, row.lastMessageAt),
    answeredAt: latest ? answeredAtAfter(row, message) : row.answeredAt,
    ...(latest ? shownOf(message) : shownIn(row)),
    now,
  } as const
  await updateTicket(scope, row, message.origin, change)
  await endBotAfter(scope, row, message.origin)
  if (message.origin === 'phone') await recordResponse(scope, row.id, earlier(message.at, now))
  await countWait(scope, row, message, latest)
  if (message.origin === 'customer') await endSnooze(scope, row)
  row.unreadMessages = answers ? 0 : row.unreadMessages + change.unread
  row.chatbot = answers ? 0 : row.chatbot
  row.lastMessage = change.lastMessage
  row.lastMessageAt = change.at
  row.answeredAt = change.answeredAt
  row.lastMessageFromMe = change.fromMe
  row.lastMessageOrigin = change.origin
  row.lastMessageUserId = change.userId
  row.lastMessageSender = change.sender
  row.updatedAt = now
}

/** An automatic text in a waiting ticket changes nothing but what the list shows. */
function updateTicket(scope: Scope, { status }: TicketRow, origin: Origin, change: Touch) {
  if (isAnswer(origin)) return scope.db.run(countAnswer, change)
  return scope.db.run(origin !== 'customer' && status === 'pending' ? showMessage : countMessage, change)
}

/** Columns of the list row that a message becomes the preview of. */
const shownOf = ({ origin, userId, senderName: sender, preview: lastMessage }: Touching) =>
  ({ lastMessage, fromMe: origin === 'customer' ? 0 : 1, origin, userId, sender }) as const
const shownIn = (row: TicketRow) => ({
  lastMessage: row.lastMessage,
  fromMe: row.lastMessageFromMe,
  origin: row.lastMessageOrigin,
  userId: row.lastMessageUserId,
  sender: row.lastMessageSender,
})

/** A message typed on the phone takes a pending ticket from the robot. */
async function endBotAfter(scope: Scope, { id, status }: TicketRow, origin: Origin) {
  if (isAnswer(origin) && status === 'pending') await endBot(scope, id)
}

/** Stores since when the customer waits, if the message changes it: most messages do not touch the indexes of waits. */
async function countWait(scope: Scope, row: TicketRow, message: { origin: Origin; at: string }, latest: boolean) {
  const since = waitingSinceAfter(row, message, latest)
  if (since === row.waitingSince) return
  await scope.db.run(setWaiting, { id: row.id, since })
  row.waitingSince = since
}

/** The first unanswered message begins the wait, an answer of a person ends it; automatic texts leave it. */
function waitingSinceAfter(
  { waitingSince, status }: TicketRow,
  { origin, at }: { origin: Origin; at: string },
  latest: boolean,
): string {
  if (isAnswer(origin)) return latest ? lastMoment : waitingSince
  if (origin !== 'customer' || status === 'closed') return waitingSince
  const isWaiting = waitingSince !== lastMoment
  return (isWaiting || latest) && at < waitingSince ? at : waitingSince
}

/** Time of the reply that waits for the customer: a customer's message ends the wait, an automatic text leaves it. */
function answeredAtAfter({ answeredAt }: TicketRow, { origin, at }: { origin: Origin; at: string }): string | null {
  if (isAnswer(origin)) return at
  return origin === 'customer' ? null : answeredAt
}

/**
 * WhatsApp's timestamps have whole seconds: an answer in the same second as an outbound message is not older than it.
 */
const second = (at: string) => at.slice(0, 19)
/** ISO 8601 times in UTC sort as text. */
const earlier = (one: string, other: string) => (one < other ? one : other)
const laterTime = (one: string, other: string) => (one > other ? one : other)
