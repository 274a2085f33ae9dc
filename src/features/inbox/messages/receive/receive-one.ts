import { workMarks } from '../../../../core/process/work-marks'
import type { Inbound, InboundEdit, InboundMessage } from '../../../../whatsapp/received'
import { upsertContact } from '../../../contacts/contacts/identify'
import { getContactRow } from '../../../contacts/contacts/read'
import { enqueueContactRefresh } from '../../../contacts/contacts/refresh'
import { ticketForMessage } from '../../tickets/arrival'
import { getTicketRow, type TicketRow } from '../../tickets/read'
import { applyPartAck, setAck } from '../acks'
import { storeMessage } from '../store'
import { touchTicket } from '../touch-ticket'
import { applyDelete, applyEdit, applyReaction, findTarget, markAsEdited } from './apply'
import { type Batch, isReceived, publishNewMessage, receivedFrom } from './batch'
import { type ExistingMessage, fillPlaceholder, findInboundMessage, findOutboundMessage } from './duplicate'
import { openEncrypted } from './encrypted'
import { inboundRow, touchOf } from './inbound-row'
import type { Received } from './listener'
import { nameMentions } from './name-mentions'
import { applyVote } from './votes'

/** Receives one message, edit, vote or the like, with queries of its own. */
export async function receiveOne(batch: Batch, item: Inbound) {
  const { scope, whatsappId } = batch
  workMarks.markMessage(item.waId)
  if (!isReceived(batch, item)) return
  if (item.type === 'timer') return
  if (item.type === 'message') return receiveMessage(batch, item)
  batch.stale = true
  if (item.type === 'encrypted') {
    const opened = await openEncrypted(scope, whatsappId, item)
    if (opened) await receiveOne(batch, opened)
  } else if (item.type === 'vote') await applyVote(scope, whatsappId, item)
  else if (item.type === 'edit') await receiveEdit(batch, item)
  else if (item.type === 'delete') await applyDelete(scope, whatsappId, item)
  else await applyReaction(scope, whatsappId, item)
}

/**
 * Applies an edit; one of a message that is not stored is received like a message with the new text. One of a message of
 * the other side is forged.
 */
async function receiveEdit(batch: Batch, item: InboundEdit) {
  const { scope, whatsappId } = batch
  const isStored = await applyEdit(scope, whatsappId, await nameMentions(scope, whatsappId, item))
  if (isStored || !item.unseen) return
  if (await findTarget(scope, whatsappId, item.chat, item.targetWaId, !item.fromMe)) return
  await receiveMessage(batch, item.unseen)
  const made = await findTarget(scope, whatsappId, item.chat, item.targetWaId, item.fromMe)
  if (made && item.body !== null) await markAsEdited(scope, made.id)
}

async function receiveMessage(batch: Batch, received: InboundMessage) {
  const { scope, whatsappId, now } = batch
  const item = await nameMentions(scope, whatsappId, received)
  // The echo of an outbound message is found by its id alone: it may return under the contact's other address (number
  // or LID).
  const echo = item.fromMe ? await findOutboundMessage(scope, whatsappId, item.waId) : undefined
  if (echo) return mergeDuplicate(batch, item, echo)
  if (item.fromMe && (await applyPartAck(scope, whatsappId, { waId: item.waId, ack: item.ack, error: null }))) return
  const contact = await upsertContact(scope, item.chat, item.fromMe || item.chat.isGroup ? '' : item.pushName)
  const existing = item.fromMe ? undefined : await findInboundMessage(scope, whatsappId, item.waId, contact.id)
  if (existing) return mergeDuplicate(batch, item, existing)
  await enqueueContactRefresh(scope, whatsappId, contact, now)
  const message = receivedFrom(contact, item)
  if (!(await isTaken(batch, message))) await insertInbound(batch, message)
}

/** Merges a second copy, which only adds: content to a placeholder, a higher ack to an outbound message. */
async function mergeDuplicate(batch: Batch, item: InboundMessage, existing: ExistingMessage) {
  const { scope, whatsappId, now } = batch
  batch.stale = true
  const isFilled = await fillPlaceholder(scope, whatsappId, existing, item, now)
  if (isFilled && !item.fromMe) await passFilled(batch, item, existing)
  if (item.fromMe) await setAck(scope, whatsappId, { waId: item.waId, ack: item.ack, error: null })
}

/** Passes a message whose content has just arrived on: it is answered like a new one. */
async function passFilled({ scope, listeners }: Batch, item: InboundMessage, existing: ExistingMessage) {
  const { id, ticketId, contactId } = existing
  const ticket = await getTicketRow(scope, ticketId)
  const message = { ...receivedFrom(await getContactRow(scope, contactId), item), ticket, id }
  for (const look of listeners.filled) await look(message)
}

async function isTaken({ listeners }: Batch, message: Received): Promise<boolean> {
  if (!message.isCustomers) return false
  for (const take of listeners.take) if (await take(message)) return true
  return false
}

async function insertInbound(batch: Batch, message: Received) {
  const { scope, whatsappId, tickets, listeners } = batch
  const { item, contact } = message
  const chat = { contactId: contact.id, whatsappId }
  const arriving = { ...chat, isGroup: item.chat.isGroup, fromMe: item.fromMe, at: item.at }
  const { row, was } = await ticketForMessage(scope, arriving)
  for (const look of listeners.beforeStored) await look(message, row)
  const id = await storeInbound(batch, item, row, chat)
  tickets.set(row.id, { row, was: tickets.get(row.id)?.was ?? was })
  const storedMessage = Object.assign(message, { ticket: row, id })
  for (const look of listeners.stored) await look(storedMessage)
}

/** Stores and publishes a message and counts it in its ticket; returns its id. */
async function storeInbound(
  batch: Batch,
  item: InboundMessage,
  row: TicketRow,
  chat: { contactId: number; whatsappId: number },
): Promise<number> {
  const { scope, now } = batch
  const { values, quoted } = await inboundRow(scope, { ticketId: row.id, ...chat }, item)
  const id = await storeMessage(scope, values)
  await touchTicket(scope, row, touchOf(item, values), now)
  publishNewMessage(batch, { ...values, ...quoted, id }, row)
  return id
}
