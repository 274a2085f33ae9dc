import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { BotVoice } from '../../../../shared/bot/turn-model'
import type { MediaType, Origin } from '../../../../shared/enums'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { changesTicket, seesTicket } from '../../../../shared/permissions'
import { onConnection } from '../../../../whatsapp/open-connection'
import type { PreparedFile } from '../../../platform/media/prepare'
import { admitFile } from '../../../platform/media/quota'
import { recordResponse } from '../../tickets/history/attendances'
import { findTicketRow, type TicketRow, toTicket } from '../../tickets/read'
import { enqueuePreview } from '../link/link-preview'
import type { Message, MessageDetail } from '../model'
import { preview } from '../read/preview'
import { findMessageRow, type MessageRow, toMessage } from '../read/read'
import { type NewRow, storeMessage } from '../store'
import { touchTicket } from '../touch-ticket'
import type { Card } from './cards'
import { findEarlierResult, type IdempotentRequest, storeRequest } from './idempotency'
import { mayBeSent } from './may-be-sent'
import { readTicket } from './ticket-and-request'
import { fillVariables } from './variables'
import { newWaId } from './wa-id'

/** A message to send: text, or files of which the first carries the text as its caption. */
interface Draft {
  body: string
  quotedId: number | null
  clientId?: string
  files: PreparedFile[]
  /** A location or contact in place of text and files. */
  card?: Card | null
  /** Marks the message as forwarded. */
  forwarded?: boolean
  /** Part of the robot that wrote the text. */
  bot?: BotVoice
  /** Node of a flow that wrote it. */
  flowNode?: MessageDetail['flowNode']
}

/**
 * Stores an answer to a customer, its delivery job and its idempotency key in one transaction. Returns one message per
 * file.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_NOT_OPEN, ERR_EMPTY_MESSAGE, ERR_NO_MESSAGE_FOUND
 *   (quoted), ERR_IDEMPOTENCY_REUSED
 */
export function sendMessage(
  outer: Scope,
  ticketId: number,
  draft: Draft,
  request?: IdempotentRequest,
): Promise<Message[]> {
  checkContent(draft)
  if (draft.files.length > 0 && draft.body.length > limits.caption.max)
    throw new AppError('ERR_VALIDATION', { fields: ['body'] })
  return outer.transaction(async (scope) => {
    const { userId, name } = scope.viewer
    const read = await readTicket(scope, ticketId, { owner: userId, key: request?.key ?? null })
    const earlier = request && (!read || read.isRepeat) && (await findEarlierResult(scope, userId, request))
    if (earlier) return repeatAnswer(scope, ticketId, earlier.messageIds)
    const ticket = assertAnswerable(scope, read?.ticket)
    const body = await fillVariables(scope, ticket, draft.body)
    checkContent({ ...draft, body })
    const messages = await createOutboundMessages(
      scope,
      ticket,
      { ...draft, body },
      { origin: 'agent', userId, senderName: name },
    )
    if (request) await storeRequest(scope, userId, request, messages)
    if (read?.awaitsResponse) await recordResponse(scope, ticketId)
    return messages
  })
}

/** @throws ERR_EMPTY_MESSAGE without text, file and card */
function checkContent({ files, card, body }: Draft) {
  if (files.length === 0 && !card && body.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE')
}

/**
 * Returns the messages of the first request, without those deleted since. @throws ERR_NO_TICKET_FOUND for a deleted
 * ticket
 */
async function repeatAnswer(scope: Scope, ticketId: number, messageIds: number[]): Promise<Message[]> {
  if (!(await findTicketRow(scope, ticketId))) throw new AppError('ERR_NO_TICKET_FOUND')
  return findMessages(scope, messageIds)
}

/** Returns the messages that still exist, in the order of the ids. */
export async function findMessages(scope: Scope, ids: number[]): Promise<Message[]> {
  const rows = await Array.fromAsync(ids, (id) => findMessageRow(scope, id))
  return rows.filter((row) => row !== undefined).map((row) => toMessage(scope, row))
}

/**
 * Returns the ticket. @throws ERR_NO_TICKET_FOUND, ERR_TICKET_NOT_OPEN, ERR_NO_PERMISSION when the acting user may not
 * answer
 */
export const getAnswerableTicket = async (scope: Scope, ticketId: number): Promise<TicketRow> =>
  assertAnswerable(scope, await findTicketRow(scope, ticketId))

function assertAnswerable(scope: Scope, ticket: TicketRow | undefined): TicketRow {
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND')
  if (!seesTicket(scope.viewer, ticket)) throw new AppError('ERR_NO_PERMISSION')
  if (ticket.status !== 'open') throw new AppError('ERR_TICKET_NOT_OPEN')
  if (!changesTicket(scope.viewer, ticket)) throw new AppError('ERR_NO_PERMISSION')
  return ticket
}

export interface Author {
  origin: Origin
  userId: number | null
  /** The agent's name, for colleagues; the customer does not see it. */
  senderName: string
}

/**
 * Stores outbound messages, one per file, and enqueues their delivery; also used for automatic texts, of which none is
 * stored once the licence has ended (`mayBeSent`). Call within a transaction.
 * @throws ERR_NO_WAPP_FOUND, ERR_NO_MESSAGE_FOUND for a quote of another chat
 */
export async function createOutboundMessages(
  scope: Scope,
  ticket: TicketRow,
  draft: Draft,
  author: Author,
): Promise<Message[]> {
  if (ticket.whatsappId === null) throw new AppError('ERR_NO_WAPP_FOUND')
  if (!(await mayBeSent(scope, author.origin))) return []
  const quoted = draft.quotedId === null ? null : await getQuotedMessage(scope, ticket, draft.quotedId)
  const { body } = draft
  const parts: (PreparedFile | null)[] = draft.files.length > 0 ? draft.files : [null]
  const messages: Message[] = []
  for (const [i, part] of parts.entries())
    messages.push(
      await createOutboundMessage(
        scope,
        ticket,
        {
          part,
          card: draft.card ?? null,
          body: draft.card?.body ?? (i === 0 ? body : ''),
          quoted,
          clientId: draft.clientId,
          forwarded: draft.forwarded,
          bot: draft.bot,
          flowNode: draft.flowNode,
        },
        author,
      ),
    )
  scope.publish('ticket', () => ({ action: 'update', ticket: toTicket(scope, ticket) }))
  return messages
}

interface OutboundPart {
  part: PreparedFile | null
  card: Card | null
  body: string
  quoted: Quoted | null
  clientId?: string
  forwarded?: boolean
  bot?: BotVoice
  flowNode?: MessageDetail['flowNode']
}

async function createOutboundMessage(scope: Scope, ticket: TicketRow, outbound: OutboundPart, author: Author) {
  const { part, card, body, quoted, clientId, forwarded, bot, flowNode } = outbound
  const now = new Date().toISOString()
  const whatsappId = ticket.whatsappId as number
  const mediaType: MediaType = part?.mediaType ?? card?.mediaType ?? 'chat'
  const marks = { ...(forwarded && { forwarded }), ...(bot && { bot }), ...(flowNode && { flowNode }) }
  const isMarked = Object.keys(marks).length > 0
  const shown = part?.detail ?? card?.detail ?? null
  const detail: MessageDetail | null = isMarked ? { ...shown, ...marks } : shown
  if (part?.fresh) await admitFile(scope, part.file)
  const row: NewRow & MessageRow = {
    id: 0, // until it is stored
    ticketId: ticket.id,
    contactId: ticket.contactId,
    whatsappId,
    waId: newWaId(),
    participant: '',
    fromMe: 1,
    ...author,
    body,
    mediaType,
    mediaId: part?.file.id ?? null,
    mediaStatus: part ? 'ready' : null,
    detail: detail && JSON.stringify(detail),
    ack: 0,
    ...(quoted ?? unquoted),
    proto: null,
    read: 1,
    createdAt: now,
    error: null,
    isDeleted: 0,
    isEdited: 0,
    reactions: null,
  }
  const id = await storeMessage(scope, row)
  row.id = id
  await touchTicket(scope, ticket, { ...author, at: now, preview: preview(mediaType, body, detail) }, now)
  await scope.enqueue('message.deliver', { messageId: id }, { lane: laneOf(row), ...onConnection(scope, whatsappId) })
  await enqueuePreview(scope, id, row)
  const message = toMessage(scope, row)
  scope.publish('appMessage', { action: 'create', message, ticket: toTicket(scope, ticket), clientId })
  return message
}

/** Lane of a ticket's jobs on a connection: its messages leave in order. */
export const laneOf = ({ whatsappId, ticketId }: { whatsappId: number | null; ticketId: number }) =>
  `wa:${whatsappId}/ticket:${ticketId}`

const unquoted = {
  quotedId: null,
  quotedBody: null,
  quotedFromMe: null,
  quotedWaId: null,
  quotedMediaType: null,
  quotedSender: null,
}

const quotedById = hot<{ id: number; contactId: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id as quotedId', 'body as quotedBody', 'fromMe as quotedFromMe', 'waId as quotedWaId'])
    .select(['mediaType as quotedMediaType', 'senderName as quotedSender'])
    .where('id', '=', p('id'))
    .where('contactId', '=', p('contactId')),
)
type Quoted = NonNullable<(typeof quotedById)['row']>

/** Returns the message to quote; only of the same contact. @throws ERR_NO_MESSAGE_FOUND */
async function getQuotedMessage(scope: Scope, { contactId }: TicketRow, id: number): Promise<Quoted> {
  const quoted = await scope.db.first(quotedById, { id, contactId })
  if (!quoted) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return quoted
}
