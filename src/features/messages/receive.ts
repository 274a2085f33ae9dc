import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { Ack } from '../../shared/enums'
import type { ConnectionRef, Inbound, InboundMessage } from '../../whatsapp/contract'
import { markStored } from '../../whatsapp/inbox-rows'
import { type BotRequest, enqueueBotTurns } from '../bot/enqueue-turn'
import { upsertContact } from '../contacts/identify'
import { type ContactRow, getContactRow } from '../contacts/read'
import { enqueueContactRefresh } from '../contacts/refresh'
import { enqueueMediaDownload } from '../media/enqueue-download'
import { enqueueTicketPush } from '../push/enqueue'
import { isEnabled } from '../settings/service'
import { ticketForMessage } from '../tickets/arrival'
import { getTicketRow, type TicketRow, toTicket } from '../tickets/read'
import { parkedAcks, setAck } from './acks'
import { applyDelete, applyEdit, applyReaction } from './apply'
import { type ExistingMessage, fillPlaceholder, findInboundMessage, findOutboundMessage } from './duplicate'
import { enqueuePreview } from './link-preview'
import { preview } from './preview'
import { type StoredDetail, toMessage } from './read'
import { storeMessage, touchTicket } from './store'

/**
 * State shared by one batch. `tickets` holds the touched tickets: the current row, and the earlier one if its state
 * changed.
 */
interface Batch {
  scope: Scope
  whatsappId: number
  now: string
  ignoreGroups: boolean
  tickets: Map<number, { row: TicketRow; was?: TicketRow }>
  /** By ticket: the newest customer's message, which the robot may answer. */
  forBot: Map<number, BotRequest>
  /**
   * True when an edit or the like may have changed tickets in the database: the rows are read again before publishing.
   */
  stale: boolean
}

/**
 * Stores a batch of messages in its order, in one transaction. All messages enter here (architecture.md, straight
 * lines). Calling it again with the same messages changes nothing, also concurrently: a duplicate finds the existing
 * row.
 */
export function receiveBatch(outer: Scope, { whatsappId }: ConnectionRef, inbound: Inbound[]): Promise<void> {
  return outer.transaction(async (scope) => {
    const ignoreGroups = await isEnabled(scope.db, 'CheckMsgIsGroup')
    const now = new Date().toISOString()
    const batch: Batch = { scope, whatsappId, now, ignoreGroups, tickets: new Map(), forBot: new Map(), stale: false }
    for (const item of inbound) await receiveItem(batch, item)
    await enqueueBotTurns(scope, whatsappId, [...batch.forBot.values()])
    await publishTickets(batch)
    const waIds = inbound.map(({ waId }) => waId)
    await markStored(scope.db, whatsappId, waIds)
  })
}

async function publishTickets({ scope, tickets, stale }: Batch) {
  for (const [id, touched] of tickets) {
    if (stale) touched.row = await getTicketRow(scope, id)
    const was = touched.was && toTicket(scope, touched.was)
    scope.publish('ticket', { action: 'update', ticket: toTicket(scope, touched.row), was })
  }
}

async function receiveItem(batch: Batch, item: Inbound) {
  const { scope, whatsappId } = batch
  if (item.chat.isGroup && batch.ignoreGroups) return
  if (item.type === 'message') return receiveMessage(batch, item)
  batch.stale = true
  if (item.type === 'edit') await applyEdit(scope, whatsappId, item)
  else if (item.type === 'delete') await applyDelete(scope, whatsappId, item)
  else await applyReaction(scope, whatsappId, item)
}

async function receiveMessage(batch: Batch, item: InboundMessage) {
  const { scope, whatsappId, now } = batch
  // The echo of an outbound message is found by its id alone: it may return under the contact's other address (number
  // or LID).
  const echo = item.fromMe ? await findOutboundMessage(scope, whatsappId, item.waId) : undefined
  if (echo) return mergeDuplicate(batch, item, echo)
  const contact = await upsertContact(scope, item.chat, item.fromMe || item.chat.isGroup ? '' : item.pushName)
  const existing = item.fromMe ? undefined : await findInboundMessage(scope, whatsappId, item.waId, contact.id)
  if (existing) return mergeDuplicate(batch, item, existing)
  await enqueueContactRefresh(scope, whatsappId, contact, now)
  await insertInbound(batch, item, contact)
}

/** Merges a second copy, which only adds: content to a placeholder, a higher ack to an outbound message. */
async function mergeDuplicate(batch: Batch, item: InboundMessage, existing: ExistingMessage) {
  const { scope, whatsappId, now } = batch
  batch.stale = true
  const isFilled = await fillPlaceholder(scope, whatsappId, existing, item, now)
  if (isFilled && !item.fromMe) await askBot(batch, existing, item.at)
  if (item.fromMe) await setAck(scope, whatsappId, { waId: item.waId, ack: item.ack, error: null })
}

/** A message whose content has just arrived is answered like a new one. */
async function askBot({ scope, forBot }: Batch, { id, ticketId, contactId }: ExistingMessage, at: string) {
  const ticket = await getTicketRow(scope, ticketId)
  const { disableBot } = await getContactRow(scope, contactId)
  forBot.set(ticketId, { ticket, message: { id, at }, isBotBlocked: disableBot === 1 })
}

async function insertInbound(
  { scope, whatsappId, now, tickets, forBot }: Batch,
  item: InboundMessage,
  contact: ContactRow,
) {
  const contactId = contact.id
  const { isGroup } = item.chat
  const found = await ticketForMessage(scope, { contactId, whatsappId, isGroup, fromMe: item.fromMe, at: item.at })
  const { row } = found
  const fromMe = item.fromMe ? 1 : 0
  const quoted = await findQuoted(scope, whatsappId, contactId, item)
  const values = {
    ticketId: row.id,
    contactId,
    whatsappId,
    waId: item.waId,
    participant: item.participant?.jid ?? '',
    senderName: isGroup ? item.pushName : '',
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
  } as const
  const id = await storeMessage(scope, values)
  const shown = preview(item.mediaType, item.body, item.detail)
  await touchTicket(scope, row, { origin: values.origin, at: item.at, preview: shown }, now)
  const touched = { row, was: tickets.get(row.id)?.was ?? found.was }
  tickets.set(row.id, touched)
  if (!item.fromMe && !item.stub)
    forBot.set(row.id, { ticket: row, message: { id, at: item.at }, isBotBlocked: contact.disableBot === 1 })
  if (item.media) await enqueueMediaDownload(scope, id, whatsappId)
  await enqueuePreview(scope, id, values)
  if (!item.fromMe) await enqueueTicketPush(scope, id)
  const message = toMessage(scope, { ...values, ...newRowDefaults, ...(quoted ?? unquoted), id })
  scope.afterCommit(() => {
    // published with the ticket as committed, not as in the middle of the batch
    const ticket = toTicket(scope, tickets.get(row.id)?.row ?? row)
    scope.ports.publish(scope.companyId, 'appMessage', { action: 'create', message, ticket })
  })
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
