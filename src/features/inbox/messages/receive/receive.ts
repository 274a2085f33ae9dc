import { workMarks } from '../../../../core/process/work-marks'
import type { Scope } from '../../../../core/scope'
import { storeTimersOf } from '../../../../whatsapp/chat-timers'
import type { ConnectionRef, Inbound, InboundEdit, InboundMessage } from '../../../../whatsapp/contract'
import { markStored } from '../../../../whatsapp/inbox-rows'
import { upsertContact } from '../../../contacts/contacts/identify'
import { type ContactRow, getContactRow } from '../../../contacts/contacts/read'
import { enqueueContactRefresh } from '../../../contacts/contacts/refresh'
import { isEnabled } from '../../../platform/settings/service'
import { ticketForMessage } from '../../tickets/arrival'
import { getTicketRow, type TicketRow, toTicket } from '../../tickets/read'
import { applyPartAck, setAck } from '../acks'
import { preview } from '../read/preview'
import { toMessage } from '../read/read'
import { storeMessage, touchTicket } from '../store'
import { applyDelete, applyEdit, applyReaction, findTarget, markAsEdited } from './apply'
import { type ExistingMessage, fillPlaceholder, findInboundMessage, findOutboundMessage } from './duplicate'
import { openEncrypted } from './encrypted'
import { inboundRow } from './inbound-row'
import type { BatchListener, Received, ReceivedBatch } from './listener'
import { nameMentions } from './name-mentions'
import { applyVote } from './votes'

/**
 * State of one batch. `tickets` holds the touched tickets: the current row, and the earlier one if its state changed.
 */
interface Batch extends ReceivedBatch {
  now: string
  ignoreGroups: boolean
  listeners: Listeners
  tickets: Map<number, { row: TicketRow; was?: TicketRow }>
  /**
   * True when an edit or the like may have changed tickets in the database: the rows are read again before publishing.
   */
  stale: boolean
}

/** Listeners by what they look at, so that a message passes only those that do. */
type Listeners = { [Name in keyof BatchListener]-?: NonNullable<BatchListener[Name]>[] }

/**
 * Stores a batch of messages in its order, in one transaction; all messages enter here. Calling it again with the same
 * messages changes nothing, also concurrently: a duplicate finds the existing row.
 */
export function receiveBatch(outer: Scope, { whatsappId }: ConnectionRef, inbound: Inbound[]): Promise<void> {
  return outer.transaction(async (scope) => {
    const batch = await beginBatch(scope, whatsappId)
    for (const item of inbound) await receiveItem(batch, item)
    for (const end of batch.listeners.ended) await end()
    await publishTickets(batch)
    const waIds = inbound.map(({ waId }) => waId)
    await storeTimersOf(scope.db, whatsappId, inbound)
    await markStored(scope.db, whatsappId, waIds)
  })
}

async function beginBatch(scope: Scope, whatsappId: number): Promise<Batch> {
  const ignoreGroups = await isEnabled(scope.db, 'CheckMsgIsGroup')
  const shared = { scope, whatsappId, askedByRobot: new Set<number>() }
  const all = scope.ports.receiveListeners.map((listen) => listen(shared))
  return {
    ...shared,
    listeners: byName(all),
    ignoreGroups,
    now: new Date().toISOString(),
    tickets: new Map(),
    stale: false,
  }
}

const byName = (all: BatchListener[]): Listeners => ({
  take: all.flatMap(({ take }) => take ?? []),
  beforeStored: all.flatMap(({ beforeStored }) => beforeStored ?? []),
  stored: all.flatMap(({ stored }) => stored ?? []),
  filled: all.flatMap(({ filled }) => filled ?? []),
  ended: all.flatMap(({ ended }) => ended ?? []),
})

async function publishTickets({ scope, tickets, stale }: Batch) {
  for (const [id, touched] of tickets) {
    if (stale) touched.row = await getTicketRow(scope, id)
    const was = touched.was && toTicket(scope, touched.was)
    scope.publish('ticket', { action: 'update', ticket: toTicket(scope, touched.row), was })
  }
}

async function receiveItem(batch: Batch, item: Inbound) {
  const { scope, whatsappId } = batch
  workMarks.markMessage(item.waId)
  if (item.chat.isGroup && batch.ignoreGroups) return
  if (item.type === 'timer') return
  if (item.type === 'message') return receiveMessage(batch, item)
  batch.stale = true
  if (item.type === 'encrypted') {
    const opened = await openEncrypted(scope, whatsappId, item)
    if (opened) await receiveItem(batch, opened)
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

const receivedFrom = (contact: ContactRow, item: InboundMessage): Received => ({
  item,
  contact,
  isCustomers: !item.fromMe && !item.chat.isGroup,
  isAnswered: false,
})

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
  const { scope, now, tickets } = batch
  const { values, quoted } = await inboundRow(scope, { ticketId: row.id, ...chat }, item)
  const id = await storeMessage(scope, values)
  const { origin, userId, senderName } = values
  const shown = preview(item.mediaType, item.body, item.detail)
  await touchTicket(scope, row, { origin, userId, senderName, at: item.at, preview: shown }, now)
  const message = toMessage(scope, { ...values, ...quoted, id })
  // Published with the ticket as committed, not as in the middle of the batch.
  const ticket = () => toTicket(scope, tickets.get(row.id)?.row ?? row)
  scope.publish('appMessage', () => ({ action: 'create', message, ticket: ticket() }))
  return id
}
