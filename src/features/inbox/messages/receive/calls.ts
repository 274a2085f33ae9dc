import { log } from '../../../../core/log'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { ConnectionRef, InboundCall } from '../../../../whatsapp/contract'
import { findContact } from '../../../contacts/contacts/identify'
import { isEnabled } from '../../../platform/settings/service'
import { findLiveTicket, findNewestClosed } from '../../tickets/find'
import { toTicket } from '../../tickets/read'
import { preview } from '../read/preview'
import { toMessage } from '../read/read'
import { defaultText } from '../send/default-texts'
import { createOutboundMessages } from '../send/send'
import { storeMessage } from '../store'
import { touchTicket } from '../touch-ticket'
import { findInboundMessage } from './duplicate'

const noticeInterval = 10 * 60_000

const sentRecently = hot<{ contactId: number; whatsappId: number; since: string; body: string }>()((db, p) =>
  db
    .select('messages')
    .select('id')
    .where('contactId', '=', p('contactId'))
    .where('whatsappId', '=', p('whatsappId'))
    .where('origin', '=', 'system')
    .where('body', '=', p('body'))
    .where('createdAt', '>', p('since'))
    .limit(1),
)

/**
 * Handles a customer's call (docs/behaviour.md, "Calls"). The call is recorded once in a live ticket and never opens
 * one. With the setting `call` off, the call is rejected and the customer is asked to write, at most once in ten
 * minutes.
 */
export async function receiveCall(outer: Scope, connection: ConnectionRef, call: InboundCall) {
  if (call.from.isGroup) return
  const isAccepted = await isEnabled(outer.db, 'call')
  const isNew = await outer.transaction((scope) => recordCall(scope, connection.whatsappId, call, isAccepted))
  if (isAccepted) return
  const { whatsapp } = outer.ports
  await whatsapp
    .rejectCall(connection, call.callId, call.from.jid)
    .catch((err) => log.warn({ err }, 'a call was not rejected'))
  if (isNew) await outer.transaction((scope) => askToWrite(scope, connection.whatsappId, call))
}

/** Records the call as a message; returns false when it is recorded already. */
async function recordCall(scope: Scope, whatsappId: number, call: InboundCall, rang: boolean): Promise<boolean> {
  const { callId, from, isVideo, at } = call
  const contact = await findContact(scope, from)
  const row = contact && (await findLiveTicket(scope, { contactId: contact.id, whatsappId }))
  if (!contact || !row) return contact !== undefined
  const waId = `call-${callId}`
  if (await findInboundMessage(scope, whatsappId, waId, contact.id)) return false
  const values = {
    ticketId: row.id,
    contactId: contact.id,
    whatsappId,
    waId,
    participant: '',
    senderName: '',
    fromMe: 0,
    origin: 'customer',
    userId: null,
    body: '',
    mediaType: 'call_log',
    mediaId: null,
    mediaStatus: null,
    detail: JSON.stringify({ kind: isVideo ? 'video' : 'voice', ...(rang ? { rang } : {}) }),
    ack: 0,
    quotedWaId: null,
    proto: null,
    read: 1,
    createdAt: at,
  } as const
  const id = await storeMessage(scope, values)
  await touchTicket(
    scope,
    row,
    { origin: 'customer', userId: null, senderName: '', at, preview: preview('call_log', '', null) },
    new Date().toISOString(),
  )
  const unset = { error: null, isDeleted: 0, isEdited: 0, reactions: null, quotedId: null } as const
  const unquoted = { quotedBody: null, quotedFromMe: null, quotedMediaType: null, quotedSender: null }
  const message = toMessage(scope, { ...values, ...unset, ...unquoted, id })
  const ticket = toTicket(scope, row)
  scope.publish('appMessage', { action: 'create', message, ticket })
  scope.publish('ticket', { action: 'update', ticket })
  return true
}

/** Sends the text in the live ticket, else in the newest closed one. A caller without any ticket gets no text. */
async function askToWrite(scope: Scope, whatsappId: number, { from }: InboundCall) {
  const contact = await findContact(scope, from)
  if (!contact) return
  const chat = { contactId: contact.id, whatsappId }
  const ticket = (await findLiveTicket(scope, chat)) ?? (await findNewestClosed(scope, chat))
  const since = new Date(Date.now() - noticeInterval).toISOString()
  const body = await defaultText(scope, 'callRefused')
  if (!ticket || (await scope.db.first(sentRecently, { ...chat, since, body }))) return
  await createOutboundMessages(
    scope,
    ticket,
    { body, quotedId: null, files: [] },
    { origin: 'system', userId: null, senderName: '' },
  )
}
