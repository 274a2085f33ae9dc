import type { Scope } from '../../../../core/scope'
import { jsonObjects, startOfText } from '../../../../core/storage/expressions'
import { hot, type Tables } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { parseJson } from '../../../../shared/json'
import { pageSizes } from '../../../../shared/limits'
import { getTicket, getTicketRow, type TicketRow } from '../../tickets/read'
import type { Message, MessageDetail, MessageEdits, MessageTimes, QuotedMessage } from '../model'

/** Choices of the people who voted, by number, LID or `me`; ids of options, or answers to an event. */
export type Votes = Record<string, { at: string; choices: string[] }>

/** A mentioned person: the text that stands in the body, and the addresses, by which an erasure finds it. */
export interface StoredMention {
  text: string
  number: string | null
  lid: string | null
  me?: true
}

/** Content of the `detail` column: the wire's fields and three of the server's own. */
export type StoredDetail = Omit<MessageDetail, 'mentions'> & {
  mentions?: StoredMention[]
  /** The quoted message as its sender's phone sent it. */
  quoted?: QuotedMessage
  /** A copy left without an answer (discard.ts). */
  mayHaveArrived?: true
  votes?: Votes
}

/** Messages, joined as `q` with the message each quotes: of the same chat on the same connection. */
export const withQuoted = (db: Tables) =>
  db
    .select('messages')
    .leftJoin('messages as q', (join) =>
      join
        .onRef('q.companyId', '=', 'messages.companyId')
        .onRef('q.whatsappId', '=', 'messages.whatsappId')
        .onRef('q.waId', '=', 'messages.quotedWaId')
        .onRef('q.contactId', '=', 'messages.contactId'),
    )

/** Characters of a quoted message's text; a page of long messages would otherwise contain each twice. */
const maxQuoted = 1000

/** Messages with the quoted message and the reactions. */
export const messageRows = (db: Tables) =>
  withQuoted(db)
    .select([
      'messages.id',
      'messages.ticketId',
      'messages.contactId',
      'messages.whatsappId',
      'messages.waId',
      'messages.participant',
      'messages.senderName',
      'messages.fromMe',
      'messages.origin',
      'messages.userId',
      'messages.body',
      'messages.mediaType',
      'messages.mediaId',
      'messages.mediaStatus',
      'messages.detail',
      'messages.ack',
      'messages.error',
      'messages.isDeleted',
      'messages.isEdited',
      'messages.quotedWaId',
      'messages.read',
      'messages.createdAt',
      'q.id as quotedId',
      'q.fromMe as quotedFromMe',
      'q.mediaType as quotedMediaType',
      'q.senderName as quotedSender',
    ])
    .select(startOfText('q.body', maxQuoted).$castTo<string | null>().as('quotedBody'))
    .select(({ selectFrom }) =>
      selectFrom('reactions as r')
        .whereRef('r.messageId', '=', 'messages.id')
        .select(jsonObjects({ sender: 'r.sender', emoji: 'r.emoji' }).as('json'))
        .having(({ eb, fn, lit }) => eb(fn.countAll(), '>', lit(0)))
        .as('reactions'),
    )

const byId = hot<{ id: number }>()((db, p) => messageRows(db).where('messages.id', '=', p('id')))
export type MessageRow = NonNullable<(typeof byId)['row']>

/** Maximum number of earlier texts returned, the newest ones: as many texts as a page of messages has. */
const maxEdits = pageSizes.messages

const bodiesBefore = hot<{ messageId: number; limit: number }>()((db, p) =>
  db
    .select('message_edits')
    .select(['body', 'at'])
    .where('messageId', '=', p('messageId'))
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

export const findMessageRow = (scope: Scope, id: number): Promise<MessageRow | undefined> =>
  scope.db.first(byId, { id })

/** Returns the row of a message of this company. @throws ERR_NO_MESSAGE_FOUND, also for another company's */
export async function getMessageRow(scope: Scope, id: number): Promise<MessageRow> {
  const row = await findMessageRow(scope, id)
  if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return row
}

/**
 * Returns a message and its ticket. @throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION when the acting user may not read
 * them
 */
export async function getMessage(scope: Scope, id: number): Promise<{ row: MessageRow; ticket: TicketRow }> {
  const row = await getMessageRow(scope, id)
  await getTicket(scope, row.ticketId)
  return { row, ticket: await getTicketRow(scope, row.ticketId) }
}

const timesOf = hot<{ id: number }>()((db, p) =>
  db.select('messages').select(['createdAt', 'sentAt', 'deliveredAt', 'readAt']).where('id', '=', p('id')),
)

/** Returns the times of a message's states. @throws ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION */
export async function getTimes(scope: Scope, id: number): Promise<MessageTimes> {
  await getMessage(scope, id)
  const times = await scope.db.first(timesOf, { id })
  if (!times) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return times
}

/** Returns the earlier bodies of an edited message, oldest first. */
export async function listEdits(scope: Scope, id: number): Promise<MessageEdits> {
  await getMessage(scope, id)
  const newestFirst = await scope.db.run(bodiesBefore, { messageId: id, limit: maxEdits })
  return { edits: newestFirst.reverse() }
}

/** Converts a row to the message of responses and events. */
export function toMessage(scope: Scope, row: MessageRow): Message {
  const { quoted, mayHaveArrived: _, votes: __, mentions, ...facts } = parseJson(row.detail ?? '{}') as StoredDetail
  const detail = mentions ? { ...facts, mentions: mentions.map(withoutLid) } : facts
  return {
    id: row.id,
    ticketId: row.ticketId,
    contactId: row.contactId,
    waId: row.waId,
    body: row.body,
    fromMe: row.fromMe === 1,
    origin: row.origin,
    userId: row.userId,
    senderName: row.senderName,
    mediaType: row.mediaType,
    mediaStatus: row.mediaStatus,
    mediaUrl: row.mediaId === null ? null : scope.mediaLink(row.mediaId),
    detail: row.detail === null ? null : detail,
    ack: row.ack,
    error: row.error,
    isDeleted: row.isDeleted === 1,
    isEdited: row.isEdited === 1,
    read: row.read === 1,
    quotedMsg: row.quotedWaId === null ? null : quotedMessage(row, row.quotedWaId, quoted),
    reactions: row.reactions === null ? [] : parseJson(row.reactions),
    createdAt: row.createdAt,
  }
}

/** A hidden identity is never shown. */
const withoutLid = ({ lid: _, ...mention }: StoredMention) => mention

function quotedMessage(row: MessageRow, waId: string, sentQuote: QuotedMessage | undefined): QuotedMessage {
  if (row.quotedId === null)
    return sentQuote ?? { id: null, waId, body: '', fromMe: false, mediaType: 'chat', senderName: '' }
  return {
    id: row.quotedId,
    waId,
    body: row.quotedBody ?? '',
    fromMe: row.quotedFromMe === 1,
    mediaType: row.quotedMediaType ?? 'chat',
    senderName: row.quotedSender ?? '',
  }
}
