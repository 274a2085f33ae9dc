import { workMarks } from '../../../../core/process/work-marks'
import type { Scope } from '../../../../core/scope'
import { inList, inTexts, type ListParameter, listOf } from '../../../../core/storage/expressions'
import { hot } from '../../../../core/storage/tenant'
import type { Ack } from '../../../../shared/enums'
import type { InboundMessage } from '../../../../whatsapp/received'
import type { TicketRow } from '../../tickets/read'
import { parkedAcks } from '../acks'
import { preview } from '../read/preview'
import type { StoredDetail } from '../read/read'
import type { NewRow } from '../store'
import { chatKey } from './duplicate'
import type { Received } from './listener'

interface Chat {
  ticketId: number
  contactId: number
  whatsappId: number
}

/** Returns the row to store for a received message, and the other columns of the row as read, with the quoted message. */
export async function inboundRow(scope: Scope, chat: Chat, item: InboundMessage) {
  return rowOf(scope, chat, item, await findQuoted(scope, chat.whatsappId, chat.contactId, item))
}

/** As `inboundRow` for messages of one connection with their tickets, with one query for all. */
export async function inboundRows(
  scope: Scope,
  whatsappId: number,
  messages: readonly (Received & { row: TicketRow })[],
) {
  const quoted = await findAllQuoted(scope, whatsappId, messages)
  return messages.map(({ item, contact, row }) => {
    workMarks.markMessage(item.waId)
    const chat = { ticketId: row.id, contactId: contact.id, whatsappId }
    return rowOf(scope, chat, item, item.quoted ? quoted.get(chatKey(contact.id, item.quoted.waId)) : undefined)
  })
}

function rowOf(scope: Scope, chat: Chat, item: InboundMessage, quoted: Quoted | undefined) {
  const fromMe = item.fromMe ? 1 : 0
  const values = {
    ...chat,
    waId: item.waId,
    participant: item.participant?.jid ?? '',
    senderName: item.chat.isGroup ? item.pushName : '',
    fromMe,
    origin: item.fromMe ? 'phone' : 'customer',
    userId: null,
    body: item.body,
    mediaType: item.mediaType,
    mediaId: null,
    mediaStatus: item.media ? 'pending' : null,
    detail: detailOf(item, quoted !== undefined),
    ack: ackOf(scope, chat.whatsappId, item),
    quotedWaId: item.quoted?.waId ?? null,
    proto: item.proto,
    read: fromMe,
    createdAt: item.at,
  } as const satisfies NewRow
  return { values, quoted: { ...newRowDefaults, ...(quoted ?? unquoted) } }
}

/** Content that a ticket counts and shows of a message. */
export const touchOf = (item: InboundMessage, { origin, userId, senderName }: NewRow) => ({
  origin,
  userId,
  senderName,
  at: item.at,
  preview: preview(item.mediaType, item.body, item.detail),
})

/** Columns of a newly inserted row that its values do not set. */
const newRowDefaults = { error: null, isDeleted: 0, isEdited: 0, reactions: null } as const
const unquoted = { quotedId: null, quotedBody: null, quotedFromMe: null, quotedMediaType: null, quotedSender: null }

const quotedColumns = hot<{ whatsappId: number; waId: string; contactId: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id as quotedId', 'body as quotedBody', 'fromMe as quotedFromMe'])
    .select(['mediaType as quotedMediaType', 'senderName as quotedSender'])
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('contactId', '=', p('contactId'))
    .orderBy('fromMe'),
)

type Quoted = NonNullable<(typeof quotedColumns)['row']>

const allQuoted = hot<{ whatsappId: number; waIds: ListParameter; contactIds: ListParameter }>()((db, p) =>
  db
    .select('messages')
    .select(['waId', 'contactId', 'id as quotedId', 'body as quotedBody', 'fromMe as quotedFromMe'])
    .select(['mediaType as quotedMediaType', 'senderName as quotedSender'])
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', 'in', inTexts(p('waIds')))
    .where('contactId', 'in', inList(p('contactIds')))
    .orderBy('fromMe', 'desc'),
)

/** The stored messages that these quote, by `chatKey`. */
async function findAllQuoted(scope: Scope, whatsappId: number, messages: readonly Received[]) {
  const quoting = messages.filter(({ item }) => item.quoted)
  if (quoting.length === 0) return new Map<string, Quoted>()
  const waIds = listOf(quoting.map(({ item }) => item.quoted?.waId ?? ''))
  const contactIds = listOf(quoting.map(({ contact }) => contact.id))
  const rows = await scope.db.run(allQuoted, { whatsappId, waIds, contactIds })
  return new Map(rows.map(({ waId, contactId, ...quoted }) => [chatKey(contactId, waId), quoted]))
}

/**
 * Returns the stored quoted message. Only of the same chat, so that a forged quote cannot reveal another chat's text.
 */
const findQuoted = async (scope: Scope, whatsappId: number, contactId: number, { quoted }: InboundMessage) =>
  quoted ? await scope.db.first(quotedColumns, { whatsappId, waId: quoted.waId, contactId }) : undefined

function detailOf({ detail, stub, quoted }: InboundMessage, isQuotedStored: boolean): string | null {
  if (!detail && !stub && (!quoted || isQuotedStored)) return null
  const stored: StoredDetail = { ...detail }
  if (stub) stored.waiting = true
  if (quoted && !isQuotedStored) stored.quoted = { id: null, senderName: '', ...quoted }
  return JSON.stringify(stored)
}

/** Returns the ack of the message, or the parked one if that is higher; the parked one is dropped after the commit. */
function ackOf(scope: Scope, whatsappId: number, { fromMe, waId, ack }: InboundMessage): Ack {
  const parked = fromMe ? parkedAcks(scope).find({ whatsappId, waId }) : undefined
  if (!parked) return ack
  scope.afterCommit(() => parkedAcks(scope).drop({ whatsappId, waId }))
  return Math.max(ack, parked.ack) as Ack
}
