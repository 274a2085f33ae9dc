import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { Ack } from '../../../../shared/enums'
import type { InboundMessage } from '../../../../whatsapp/contract'
import { parkedAcks } from '../acks'
import type { StoredDetail } from '../read/read'
import type { NewRow } from '../store'

interface Chat {
  ticketId: number
  contactId: number
  whatsappId: number
}

/** Returns the row to store for a received message, and the other columns of the row as read, with the quoted message. */
export async function inboundRow(scope: Scope, chat: Chat, item: InboundMessage) {
  const { contactId, whatsappId } = chat
  const quoted = await findQuoted(scope, whatsappId, contactId, item)
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
    ack: ackOf(scope, whatsappId, item),
    quotedWaId: item.quoted?.waId ?? null,
    proto: item.proto,
    read: fromMe,
    createdAt: item.at,
  } as const satisfies NewRow
  return { values, quoted: { ...newRowDefaults, ...(quoted ?? unquoted) } }
}

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
    .where('contactId', '=', p('contactId')),
)

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
