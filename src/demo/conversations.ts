import type { Scope } from '../core/scope'
import { lastMoment } from '../core/time'
import type { MessageDetail } from '../features/inbox/messages/model'
import { preview } from '../features/inbox/messages/read/preview'
import { storeMessage } from '../features/inbox/messages/store'
import type { MediaType, TicketEvent } from '../shared/enums'
import type { QueueName } from './conversation-scripts'
import { storeMessageFile } from './message-files'
import { staff } from './people'
import type { Random } from './random'
import type { Turn } from './read-script'
import type { Conversation } from './timeline'

/** Ids of inserted rows that a conversation references. */
export interface SeededIds {
  whatsappId: number
  queueIds: Record<QueueName, number>
  /** In the order of `staff`. */
  userIds: number[]
  /** In the order of `people`. */
  contacts: { id: number; jid: string }[]
}

/**
 * Inserts the rows of one conversation: ticket, ticket events, attendance, messages, files and reactions. Returns the
 * ticket's id.
 */
export async function insertConversation(
  scope: Scope,
  cast: SeededIds,
  random: Random,
  conversation: Conversation,
): Promise<number> {
  const { turns, person, campaign } = conversation
  const contact = cast.contacts[person] as SeededIds['contacts'][number]
  const ticketId = await insertTicket(scope, cast, conversation, contact.id)
  if (campaign) await insertCampaignMessage(scope, cast, random, { ...campaign, ticketId, contactId: contact.id })
  const messages: InsertedMessage[] = []
  for (const turn of turns) {
    const target = messages.findLast(({ fromMe }) => fromMe !== turn.fromMe)
    if (turn.reaction) await insertReaction(scope, turn, target, contact.jid)
    else
      messages.push(
        await insertMessage(scope, cast, random, { conversation, ticketId, contactId: contact.id, turn, target }),
      )
  }
  await updateTicket(scope, ticketId, conversation, messages)
  return ticketId
}

/** Inserts the message of a campaign that the conversation answers. */
const insertCampaignMessage = (
  scope: Scope,
  { whatsappId }: SeededIds,
  random: Random,
  { text, at, ...of }: { text: string; at: Date; ticketId: number; contactId: number },
) =>
  storeMessage(scope, {
    ...{ ...of, whatsappId, waId: `3EB0${random.hex(18)}`, participant: '', senderName: '' },
    ...{ fromMe: 1, origin: 'campaign', userId: null, body: text, mediaType: 'chat', mediaId: null },
    ...{ mediaStatus: null, detail: null, ack: 3, quotedWaId: null, proto: null, read: 1 },
    createdAt: at.toISOString(),
  })

/** An inserted message, as later turns reference it. */
interface InsertedMessage {
  id: number
  waId: string
  fromMe: boolean
  at: Date
  line: string
}

interface MessageContext {
  conversation: Conversation
  ticketId: number
  contactId: number
  turn: Conversation['turns'][number]
  target: InsertedMessage | undefined
}

async function insertMessage(
  scope: Scope,
  cast: SeededIds,
  random: Random,
  { conversation, ticketId, contactId, turn, target }: MessageContext,
) {
  const { at, fromMe } = turn
  const shown = await createBody(scope, turn, random)
  const side = fromMe ? agentFields(cast, random, conversation) : customerFields(random, conversation)
  const id = await storeMessage(scope, {
    ...side,
    ticketId,
    contactId,
    whatsappId: cast.whatsappId,
    participant: '',
    body: shown.body,
    mediaType: shown.mediaType,
    mediaId: shown.mediaId,
    mediaStatus: shown.mediaId ? 'ready' : null,
    detail: shown.detail && JSON.stringify(shown.detail),
    quotedWaId: turn.quotes ? (target?.waId ?? null) : null,
    proto: null,
    createdAt: at.toISOString(),
  })
  if (fromMe) await scope.db.update('messages').set(receiptTimes(at, side.ack)).where('id', '=', id).execute()
  return { id, waId: side.waId, fromMe, at, line: preview(shown.mediaType, shown.body, shown.detail) }
}

/** Times of the receipts of a message of the company, up to its ack. */
function receiptTimes(at: Date, ack: number) {
  const secondsLater = (seconds: number) => new Date(at.getTime() + seconds * 1000).toISOString()
  return { sentAt: secondsLater(1), deliveredAt: secondsLater(3), readAt: ack < 3 ? null : secondsLater(50) }
}

function agentFields({ userIds }: SeededIds, random: Random, { agent, status }: Conversation) {
  const userId = agent === null ? null : (userIds[agent] ?? null)
  const ack = status === 'closed' ? 3 : 2
  const senderName = agent === null ? '' : (staff[agent]?.name ?? '')
  return { fromMe: 1, origin: 'agent', waId: `3EB0${random.hex(18)}`, userId, senderName, ack, read: 1 } as const
}

const customerFields = (random: Random, { status }: Conversation) =>
  ({
    fromMe: 0,
    origin: 'customer',
    waId: `3A${random.hex(18)}`,
    userId: null,
    senderName: '',
    ack: 0,
    read: status === 'pending' ? 0 : 1,
  }) as const

interface Body {
  body: string
  mediaType: MediaType
  mediaId: string | null
  detail: MessageDetail | null
}

/** Body, type and file of the message of a turn, in the form in which `whatsapp/` stores received messages. */
async function createBody(scope: Scope, turn: Turn, random: Random): Promise<Body> {
  if (turn.prop === 'place') return createLocation(random)
  if (turn.prop === 'card') {
    const contacts = [{ name: 'Priscila Amaral', numbers: ['+5511977665544'] }]
    return { body: 'Priscila Amaral', mediaType: 'contactMessage', mediaId: null, detail: { contacts } }
  }
  const shelved = await storeMessageFile(scope, turn, random.between(0, 1000))
  if (!shelved) return { body: turn.text, mediaType: 'chat', mediaId: null, detail: null }
  const { file, mediaType, detail } = shelved
  const body = turn.text || (mediaType === 'sticker' ? 'sticker' : (detail.fileName ?? ''))
  return { body, mediaType, mediaId: file.id, detail }
}

function createLocation(random: Random): Body {
  const latitude = -23.55 - random.next() / 20
  const longitude = -46.63 - random.next() / 20
  const spot = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const link = `https://maps.google.com/maps?q=${latitude.toFixed(5)}%2C${longitude.toFixed(5)}&z=17&hl=pt-BR`
  return { body: `${link}|${spot}`, mediaType: 'locationMessage', mediaId: null, detail: { latitude, longitude } }
}

async function insertReaction(
  scope: Scope,
  { fromMe, text, at }: Conversation['turns'][number],
  on: InsertedMessage | undefined,
  jid: string,
) {
  if (!on) return
  const sender = fromMe ? 'me' : jid
  await scope.db.insert('reactions', { messageId: on.id, sender, emoji: text, at: at.toISOString() }).execute()
}

async function insertTicket(
  scope: Scope,
  cast: SeededIds,
  { status, agent, queue, turns }: Conversation,
  contactId: number,
) {
  const at = turns[0]?.at.toISOString() ?? ''
  const userId = agent === null ? null : (cast.userIds[agent] ?? null)
  const queueId = cast.queueIds[queue]
  const { whatsappId } = cast
  const values = {
    uuid: crypto.randomUUID(),
    status,
    contactId,
    whatsappId,
    userId,
    queueId,
    lastMessageAt: at,
    createdAt: at,
  }
  const none = { closedAt: null, closedBy: null, closeReason: null }
  const { id } = await scope.db
    .insert('tickets', { ...values, ...none })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertTicketEvent(scope, id, 'created', at, null, queueId)
  const accepted = turns.find(({ fromMe }) => fromMe)?.at.toISOString()
  if (accepted && userId) await insertTicketEvent(scope, id, 'accepted', accepted, userId, queueId)
  if (status === 'closed') await insertTicketEvent(scope, id, 'closed', closingTime(turns), userId, queueId)
  const answered = (userId && accepted) || null
  await insertAttendance(scope, id, {
    userId,
    queueId,
    began: at,
    answered,
    ended: status === 'closed' ? closingTime(turns) : null,
  })
  return id
}

interface AttendedTicket {
  userId: number | null
  queueId: number
  began: string
  answered: string | null
  ended: string | null
}

/** Ratings of closed conversations in turn; null for a customer who did not answer. */
const pastRates = [3, null, 3, 2, 3, null, 1, 3, null, 2] as const

/** Inserts the row from which the reports compute waiting and answering times, and ratings. */
async function insertAttendance(
  scope: Scope,
  ticketId: number,
  { began, answered, ended, ...holders }: AttendedTicket,
) {
  const times = { queuedAt: began, startedAt: answered, firstResponseAt: answered, finishedAt: ended, createdAt: began }
  const rate = (ended && holders.userId && pastRates[ticketId % pastRates.length]) || null
  const rating = { rate, ratingSentAt: ended, ratedAt: rate ? ended : null }
  const reason = ended ? ('agent' as const) : null
  await scope.db.insert('attendances', { ticketId, ...times, ...rating, reason, ...holders }).execute()
}

async function insertTicketEvent(
  scope: Scope,
  ticketId: number,
  kind: TicketEvent,
  at: string,
  userId: number | null,
  queueId: number,
) {
  const from = { fromUserId: kind === 'closed' ? userId : null, fromQueueId: kind === 'created' ? null : queueId }
  const to = { toUserId: userId, toQueueId: queueId }
  await scope.db.insert('ticket_events', { ticketId, at, kind, actorId: userId, ...from, ...to }).execute()
}

/** Time of the close: two minutes after the last turn. */
const closingTime = (turns: Conversation['turns']) =>
  new Date((turns.at(-1)?.at.getTime() ?? 0) + 120_000).toISOString()

/** Sets the ticket's last message and number of unread messages; for a closed ticket also time, author and reason. */
async function updateTicket(scope: Scope, ticketId: number, { status, turns }: Conversation, told: InsertedMessage[]) {
  const last = told.at(-1)
  if (!last) return
  const answered = told.findLastIndex(({ fromMe }) => fromMe)
  const unread = status === 'pending' || (status === 'open' && ticketId % 2 === 0) ? told.length - answered - 1 : 0
  const at = last.at.toISOString()
  const firstUnread = told[answered + 1]
  const waitingSince = status !== 'closed' && firstUnread ? firstUnread.at.toISOString() : lastMoment
  const author = await scope.db
    .select('messages')
    .select(['origin as lastMessageOrigin', 'userId as lastMessageUserId', 'senderName as lastMessageSender'])
    .where('id', '=', last.id)
    .executeTakeFirst()
  const shown = {
    ...author,
    waitingSince,
    lastMessage: last.line,
    lastMessageAt: at,
    lastMessageFromMe: last.fromMe ? 1 : 0,
  } as const
  const userId = scope.db.select('tickets').select('userId').where('id', '=', ticketId)
  const closedAt = status === 'closed' ? closingTime(turns) : null
  const closedBy = closedAt ? ((await userId.executeTakeFirst())?.userId ?? null) : null
  const end = { closedAt, closedBy, closeReason: closedAt ? ('agent' as const) : null, updatedAt: closedAt ?? at }
  await scope.db
    .update('tickets')
    .set({ ...shown, ...end, unreadMessages: unread })
    .where('id', '=', ticketId)
    .execute()
}
