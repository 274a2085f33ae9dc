import type { Scope } from '../../core/scope'
import type { ConnectionRef, Inbound, InboundMessage } from '../../whatsapp/contract'
import { markStored } from '../../whatsapp/inbox-rows'
import { type BotRequest, enqueueBotTurns } from '../bot/enqueue-turn'
import { applyPartAck } from '../campaign-answers/acks'
import { upsertContact } from '../contacts/identify'
import { type ContactRow, getContactRow } from '../contacts/read'
import { enqueueContactRefresh } from '../contacts/refresh'
import { enqueueMediaDownload } from '../media/enqueue-download'
import { enqueueTicketPushes } from '../push/enqueue'
import { isEnabled } from '../settings/service'
import { ticketForMessage } from '../tickets/arrival'
import { getTicketRow, type TicketRow, toTicket } from '../tickets/read'
import { setAck } from './acks'
import { answerCampaign } from './answer-campaign'
import { applyDelete, applyEdit, applyReaction } from './apply'
import { type ExistingMessage, fillPlaceholder, findInboundMessage, findOutboundMessage } from './duplicate'
import { inboundRow } from './inbound-row'
import { enqueuePreview } from './link-preview'
import { preview } from './preview'
import { toMessage } from './read'
import { type CampaignWish, findCampaignWish, readOwnWords } from './receive-opt-out'
import { receiveRating } from './receive-rating'
import { storeMessage, touchTicket } from './store'
import { storeCampaignWish } from './store-campaign-wish'
import { storeQuietly } from './store-quietly'

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
  /** Customers' messages of which agents are notified, unless the robot asks first. */
  pushes: { ticketId: number; messageId: number }[]
  /** Words of the company that end campaigns; read when the first short text needs them. */
  optOutWords?: readonly string[]
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
    const batch: Batch = {
      scope,
      whatsappId,
      now,
      ignoreGroups,
      tickets: new Map(),
      forBot: new Map(),
      pushes: [],
      stale: false,
    }
    for (const item of inbound) await receiveItem(batch, item)
    const asked = await enqueueBotTurns(scope, whatsappId, [...batch.forBot.values()])
    const pushes = batch.pushes.filter(({ ticketId }) => !asked.has(ticketId))
    await enqueueTicketPushes(
      scope,
      pushes.map(({ messageId }) => messageId),
    )
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
  if (item.fromMe && (await applyPartAck(scope, whatsappId, { waId: item.waId, ack: item.ack, error: null }))) return
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
  if (isFilled && !item.fromMe) await askBot(batch, existing, item)
  if (item.fromMe) await setAck(scope, whatsappId, { waId: item.waId, ack: item.ack, error: null })
}

/** A message whose content has just arrived is answered like a new one. */
async function askBot(batch: Batch, { id, ticketId, contactId }: ExistingMessage, item: InboundMessage) {
  const { scope, forBot } = batch
  const ticket = await getTicketRow(scope, ticketId)
  const contact = await getContactRow(scope, contactId)
  const wish = item.chat.isGroup ? null : await findWish(batch, contact, item)
  if (wish) return storeCampaignWish(scope, wish, ticket)
  const isBotBlocked = contact.disableBot === 1
  forBot.set(ticketId, { ticket, message: { id, at: item.at, text: item.body }, isBotBlocked })
}

/** False for the answer to a campaign whose flow talks next, and for a message without content yet. */
async function isLeftToBot(scope: Scope, contact: ContactRow, ticket: TicketRow, item: InboundMessage) {
  const startsFlow = await answerCampaign(scope, contact, ticket, item.at)
  return !startsFlow && !item.stub
}

async function insertInbound(batch: Batch, item: InboundMessage, contact: ContactRow) {
  const { scope, whatsappId, now, tickets, forBot, pushes } = batch
  const contactId = contact.id
  const { isGroup } = item.chat
  const isCustomers = !item.fromMe && !isGroup
  const wish = isCustomers ? await findWish(batch, contact, item) : null
  if (wish && !wish.ticket) return receiveWish(scope, { contactId, whatsappId }, wish, item)
  if (isCustomers && (await receiveRating(scope, { contact, whatsappId }, item))) return
  const found = await ticketForMessage(scope, { contactId, whatsappId, isGroup, fromMe: item.fromMe, at: item.at })
  const { row } = found
  const isForBot = isCustomers && !wish && (await isLeftToBot(scope, contact, row, item))
  const { values, quoted } = await inboundRow(scope, { ticketId: row.id, contactId, whatsappId }, item)
  const id = await storeMessage(scope, values)
  const shown = preview(item.mediaType, item.body, item.detail)
  const { origin, userId, senderName } = values
  await touchTicket(scope, row, { origin, userId, senderName, at: item.at, preview: shown }, now)
  const touched = { row, was: tickets.get(row.id)?.was ?? found.was }
  tickets.set(row.id, touched)
  if (isForBot)
    forBot.set(row.id, {
      ticket: row,
      message: { id, at: item.at, text: item.body },
      isBotBlocked: contact.disableBot === 1,
    })
  if (item.media) await enqueueMediaDownload(scope, id, whatsappId)
  await enqueuePreview(scope, id, values)
  if (!item.fromMe) pushes.push({ ticketId: row.id, messageId: id })
  const message = toMessage(scope, { ...values, ...quoted, id })
  // Published with the ticket as committed, not as in the middle of the batch.
  const ticket = () => toTicket(scope, tickets.get(row.id)?.row ?? row)
  scope.publish('appMessage', () => ({ action: 'create', message, ticket: ticket() }))
  if (wish) await storeCampaignWish(scope, wish, row)
}

const findWish = (batch: Batch, contact: ContactRow, item: InboundMessage) =>
  findCampaignWish(
    batch.scope,
    {
      contact,
      whatsappId: batch.whatsappId,
      own: async () => {
        batch.optOutWords ??= await readOwnWords(batch.scope)
        return batch.optOutWords
      },
    },
    item,
  )

/** Stores the word of a customer without a live ticket in a closed one, so that no ticket waits and no robot answers. */
async function receiveWish(
  scope: Scope,
  chat: { contactId: number; whatsappId: number },
  wish: CampaignWish,
  item: InboundMessage,
) {
  const { row } = await ticketForMessage(scope, { ...chat, isGroup: false, fromMe: true, at: item.at })
  await storeQuietly(scope, row, chat, item)
  await storeCampaignWish(scope, wish, row)
}
