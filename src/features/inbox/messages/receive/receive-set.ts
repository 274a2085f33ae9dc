import { workMarks } from '../../../../core/process/work-marks'
import type { Inbound, InboundMessage } from '../../../../whatsapp/received'
import { planContacts } from '../../../contacts/contacts/identify-many'
import { enqueueContactRefreshes } from '../../../contacts/contacts/refresh'
import { ticketsForMessages } from '../../tickets/arrival'
import { storeMessages } from '../store'
import { touchTickets } from '../touch-ticket'
import { type Batch, publishNewMessage, receivedFrom } from './batch'
import { chatKey, findStoredInbound } from './duplicate'
import { inboundRows, touchOf } from './inbound-row'
import type { Received } from './listener'

/**
 * The plain messages from `items[from]` on that do not depend on each other: texts and files of customers, in people's
 * chats and groups.
 */
export function plainRun(items: readonly Inbound[], from: number): InboundMessage[] {
  const run: InboundMessage[] = []
  const waIds = new Set<string>()
  for (let at = from; at < items.length; at++) {
    const item = items[at] as Inbound
    if (item.type !== 'message' || item.fromMe || item.mentions) break
    if (waIds.has(item.waId) || (item.quoted && waIds.has(item.quoted.waId))) break
    waIds.add(item.waId)
    run.push(item)
  }
  return run
}

/**
 * Receives the first messages of a run with a few queries for all, and returns how many: the next one needs a decision of
 * its own, such as a duplicate, an answer to a request for a rating or to a campaign, or a contact to be merged. The rows
 * and events are those of `receiveOne` for each.
 */
export async function receiveSet(batch: Batch, run: readonly InboundMessage[]): Promise<number> {
  const { scope } = batch
  const people = run.map(({ chat, pushName }) => ({ identity: chat, givenName: chat.isGroup ? '' : pushName }))
  const plan = await planContacts(scope, people)
  const planned = plan.rows.map((contact, at) => receivedFrom(contact, run[at] as InboundMessage))
  const count = (await findPlain(batch, planned)).length
  if (count === 0) return 0
  const contacts = await plan.upsertFirst(count)
  await storeSet(
    batch,
    contacts.map((contact, at) => receivedFrom(contact, run[at] as InboundMessage)),
  )
  return count
}

/** The messages before the first duplicate, or the first one that a listener needs alone. */
async function findPlain({ scope, whatsappId, listeners }: Batch, messages: Received[]): Promise<Received[]> {
  const duplicates = await findStoredInbound(scope, whatsappId, messages)
  const fresh = firstOnes(messages, ({ contact, item }) => !duplicates.has(chatKey(contact.id, item.waId)))
  for (const prepare of listeners.prepare) await prepare(fresh)
  return firstOnes(fresh, (message) => !listeners.isConcerned.some((isConcerned) => isConcerned(message)))
}

/** The elements before the first one that does not pass. */
function firstOnes<T>(all: T[], passes: (one: T) => boolean): T[] {
  const end = all.findIndex((one) => !passes(one))
  return end < 0 ? all : all.slice(0, end)
}

async function storeSet(batch: Batch, messages: Received[]) {
  const { scope, whatsappId, now, tickets, listeners } = batch
  const contacts = messages.map(({ contact }) => contact)
  await enqueueContactRefreshes(scope, whatsappId, contacts, now)
  const found = await ticketsForMessages(
    scope,
    whatsappId,
    messages.map(({ contact, item }) => ({ contactId: contact.id, isGroup: item.chat.isGroup, at: item.at })),
  )
  const received = messages.map((message, at) => ({ ...message, ...(found[at] as (typeof found)[number]) }))
  const rows = await inboundRows(scope, whatsappId, received)
  const ids = await storeMessages(
    scope,
    rows.map(({ values }) => values),
  )
  const touches = rows.map(({ values }, at) => {
    const { item, row } = received[at] as (typeof received)[number]
    return { ...touchOf(item, values), ticket: row }
  })
  await touchTickets(scope, touches, now)
  for (const [at, { row, was, ...message }] of received.entries()) {
    workMarks.markMessage(message.item.waId)
    const { values, quoted } = rows[at] as (typeof rows)[number]
    const id = ids[at] as number
    tickets.set(row.id, { row, was: tickets.get(row.id)?.was ?? was })
    publishNewMessage(batch, { ...values, ...quoted, id }, row)
    const stored = { ...message, ticket: row, id }
    for (const look of listeners.stored) await look(stored)
  }
}
