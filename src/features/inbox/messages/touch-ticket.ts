import type { Scope } from '../../../core/scope'
import { type ListParameter, recordRows, recordsOf } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import { isAnswer, type Origin } from '../../../shared/enums'
import { enqueueNextAnswers } from '../distribution/enqueue-work'
import { endBot, recordResponse } from '../tickets/history/attendances'
import type { TicketRow } from '../tickets/read'
import { endSnooze } from '../tickets/state/snooze'

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
  waitingSince: string
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

/** Several statements, because SQLite writes the index of each column in `set` again, also for an equal value. */
const showMessage = hot<Shown>()((db, p) => shownMessage(db, p))
const countMessage = hot<Touch>()((db, p) => countedMessage(db, p))
const countAndWait = hot<Touch>()((db, p) => countedMessage(db, p).set({ waitingSince: p('waitingSince') }))
const countAndEndBot = hot<Touch>()((db, p) => countedMessage(db, p).set({ chatbot: 0 }))
const countAndEndBoth = hot<Touch>()((db, p) =>
  countedMessage(db, p).set({ chatbot: 0, waitingSince: p('waitingSince') }),
)

/** A message that is counted on its ticket. */
interface Touching {
  origin: Origin
  userId: number | null
  senderName: string
  at: string
  preview: string
}
/**
 * Counts a message on its ticket. A customer's adds 1 to `unreadMessages`. An answer sets it to 0 and ends the chatbot.
 * An automatic text changes neither of the two and not the waiting time. A message older than the last one does not
 * become the preview. Updates the given row to the stored values.
 */
export async function touchTicket(scope: Scope, row: TicketRow, message: Touching, now: string) {
  const change = changeBy(row, message, now)
  await scope.db.run(updateOf(row, message.origin, change), change)
  await endBotAfter(scope, row, message.origin)
  if (message.origin === 'phone') await recordResponse(scope, row.id, earlier(message.at, now))
  if (message.origin === 'customer') await endSnooze(scope, row)
  if (change.waitingSince !== row.waitingSince) await enqueueNextAnswers(scope, [row])
  applyChange(row, change, now)
}

/** Columns of a ticket after a message, and what it adds to `unreadMessages`. */
function changeBy(row: TicketRow, message: Touching, now: string) {
  const fromMe = message.origin === 'customer' ? 0 : 1
  const answers = isAnswer(message.origin)
  const isAutomatic = fromMe === 1 && !answers
  const latest = second(message.at) >= second(row.lastMessageAt)
  return {
    id: row.id,
    unread: fromMe ? 0 : 1,
    keepUnread: answers ? 0 : 1,
    at: isAutomatic && row.status === 'pending' ? row.lastMessageAt : laterTime(message.at, row.lastMessageAt),
    answeredAt: latest ? answeredAtAfter(row, message) : row.answeredAt,
    waitingSince: waitingSinceAfter(row, message, latest),
    ...(latest ? shownOf(message) : shownIn(row)),
    now,
  } as const
}

function applyChange(row: TicketRow, change: ReturnType<typeof changeBy>, now: string) {
  row.unreadMessages = row.unreadMessages * change.keepUnread + change.unread
  if (!change.keepUnread) row.chatbot = 0
  row.lastMessage = change.lastMessage
  row.lastMessageAt = change.at
  row.answeredAt = change.answeredAt
  row.waitingSince = change.waitingSince
  row.lastMessageFromMe = change.fromMe
  row.lastMessageOrigin = change.origin
  row.lastMessageUserId = change.userId
  row.lastMessageSender = change.sender
  row.updatedAt = now
}

const touchedFields = {
  id: 'integer',
  unreadMessages: 'integer',
  lastMessage: 'text',
  lastMessageAt: 'text',
  answeredAt: 'text',
  lastMessageFromMe: 'integer',
  lastMessageOrigin: 'text',
  lastMessageUserId: 'integer',
  lastMessageSender: 'text',
} as const
const updateTouched = hot<{ rows: ListParameter; now: string }>()((db, p) =>
  db
    .update('tickets')
    .from(recordRows(p('rows'), touchedFields).as('given'))
    .set(({ ref }) => ({
      unreadMessages: ref('given.unreadMessages'),
      lastMessage: ref('given.lastMessage'),
      lastMessageAt: ref('given.lastMessageAt'),
      answeredAt: ref('given.answeredAt'),
      lastMessageFromMe: ref('given.lastMessageFromMe').$castTo<0 | 1>(),
      lastMessageOrigin: ref('given.lastMessageOrigin').$castTo<Origin>(),
      lastMessageUserId: ref('given.lastMessageUserId'),
      lastMessageSender: ref('given.lastMessageSender'),
      updatedAt: p('now'),
    }))
    .whereRef('tickets.id', '=', 'given.id'),
)
const updateWaiting = hot<{ rows: ListParameter }>()((db, p) =>
  db
    .update('tickets')
    .from(recordRows(p('rows'), { id: 'integer', waitingSince: 'text' }).as('given'))
    .set(({ ref }) => ({ waitingSince: ref('given.waitingSince') }))
    .whereRef('tickets.id', '=', 'given.id'),
)

/**
 * As `touchTicket` for customers' messages, each with the row of its ticket, which messages of one ticket share; with two
 * updates for all. Call within the transaction that read the rows.
 */
export async function touchTickets(scope: Scope, messages: readonly (Touching & { ticket: TicketRow })[], now: string) {
  const waits = new Map<TicketRow, string>()
  for (const { ticket, ...message } of messages) {
    if (!waits.has(ticket)) waits.set(ticket, ticket.waitingSince)
    applyChange(ticket, changeBy(ticket, message, now), now)
  }
  const tickets = [...waits.keys()]
  await scope.db.run(updateTouched, { rows: recordsOf(tickets.map((row) => pick(row, touchedFields))), now })
  const waiting = tickets.filter((row) => row.waitingSince !== waits.get(row))
  const rows = waiting.map(({ id, waitingSince }) => ({ id, waitingSince }))
  if (rows.length > 0) await scope.db.run(updateWaiting, { rows: recordsOf(rows) })
  await enqueueNextAnswers(scope, waiting)
  for (const row of tickets) await endSnooze(scope, row)
}

const pick = (row: TicketRow, fields: Partial<Record<keyof TicketRow, unknown>>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as keyof TicketRow]]))

/**
 * Returns the update that writes the changed columns. An automatic text in a waiting ticket changes nothing but what the
 * list shows.
 */
function updateOf({ status, chatbot, waitingSince }: TicketRow, origin: Origin, change: Touch) {
  if (status === 'pending' && origin !== 'customer' && !isAnswer(origin)) return showMessage
  const waits = change.waitingSince !== waitingSince
  if (isAnswer(origin) && chatbot !== 0) return waits ? countAndEndBoth : countAndEndBot
  return waits ? countAndWait : countMessage
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
