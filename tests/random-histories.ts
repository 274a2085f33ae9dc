import fc from 'fast-check'
import type { TenantDb } from '../src/core/storage/tenant'
import { receiveBatch } from '../src/features/inbox/messages/receive/receive'
import type { Identity, Inbound, InboundMessage } from '../src/whatsapp/received'
import { insertCampaign, insertRecipient } from './campaign-rows'
import {
  deletionOf,
  editOf,
  groupIdentity,
  ownTextMessage,
  personIdentity,
  reactionTo,
  textMessage,
} from './inbound-events'
import { createInstallation } from './installation'

/** Addresses under which five people and a group write; the second person's number has two forms. */
const people: Identity[][] = [
  [personIdentity('5511988880001')],
  [personIdentity('5531988880002'), personIdentity('5531988880002', null, '553188880002@s.whatsapp.net')],
  [personIdentity('5511988880003'), personIdentity(null, '900003'), personIdentity('5511988880003', '900003')],
  [personIdentity(null, '900004'), personIdentity('14155550004', '900004', '900004@lid')],
  [personIdentity('14155550005')],
  [groupIdentity()],
]
const kinds = [
  ...['text', 'text', 'text', 'text', 'text', 'text', 'file', 'link', 'answer', 'optOut', 'optIn', 'stub'],
  ...['again', 'quote', 'mention', 'ad', 'phone', 'edit', 'deletion', 'reaction', 'timer'],
] as const
const step = fc.record({
  who: fc.nat({ max: people.length - 1 }),
  address: fc.nat({ max: 2 }),
  kind: fc.constantFrom(...kinds),
  /** Seconds after the message before; negative for one that was delayed. */
  later: fc.integer({ min: -90, max: 60 }),
  /** Distance to an earlier message. */
  back: fc.nat({ max: 9 }),
  name: fc.constantFrom('', 'Maria', 'José'),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** Acts of agents between two batches. */
const between = fc.constantFrom('nothing', 'accept', 'close', 'closeAndAsk')

/** Batches of messages with what happens before each. */
export const histories = fc.record({
  hasQueues: fc.boolean(),
  batches: fc.array(fc.record({ between, steps: fc.array(step, { minLength: 1, maxLength: 20 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
})
type History = typeof histories extends fc.Arbitrary<infer H> ? H : never

/** The messages of a history; the same objects are received by several installations. */
export function messagesOf({ batches }: History, from: number): Inbound[][] {
  const sent: InboundMessage[] = []
  let at = from
  return batches.map(({ steps }) =>
    steps.map((step) => {
      at += step.later * 1000
      const item = itemOf(step, new Date(at).toISOString(), sent)
      if (item.type === 'message') sent.push(item)
      return item
    }),
  )
}

function itemOf({ who, address, kind, back, name }: Step, at: string, sent: InboundMessage[]): Inbound {
  const addresses = people[who] as Identity[]
  const chat = addresses[address % addresses.length] as Identity
  const participant = chat.isGroup ? personIdentity('5511988880001') : null
  const values = { chat, participant, pushName: name, at, body: `texto ${sent.length}` }
  if (kind === 'phone') return ownTextMessage({ chat, at })
  if (kind === 'timer') return { type: 'timer', waId: `timer ${at}`, chat, fromMe: false, seconds: 60, at }
  const earlier = sent.at(-1 - back)
  if (earlier && kind in aboutEarlier) return aboutEarlier[kind as keyof typeof aboutEarlier](earlier, values)
  return textMessage({ ...values, ...contents[kind] })
}

type Values = Partial<InboundMessage> & { at: string }
const file = { kind: 'image', mime: 'image/jpeg', fileName: 'foto.jpg', size: 10 } as const
const fifth = personIdentity('14155550005')
/** Content of the kinds of messages; others are plain texts. */
const contents: Partial<Record<Step['kind'], Partial<InboundMessage>>> = {
  file: { mediaType: 'image', media: file, detail: { fileName: 'foto.jpg' } },
  link: { body: 'veja https://balcao.test/pagina' },
  answer: { body: '1' },
  optOut: { body: 'sair' },
  optIn: { body: 'voltar' },
  stub: { stub: true, mediaType: 'unsupported', body: '' },
  mention: { body: '@14155550005 oi', mentions: [{ user: '14155550005', ...fifth }] },
  ad: { detail: { ad: { title: 'Natal', url: 'https://balcao.test' } } },
}
const aboutEarlier = {
  again: (earlier: InboundMessage): Inbound => ({ ...earlier, stub: false, body: 'de novo' }),
  quote: ({ waId }: InboundMessage, values: Values): Inbound =>
    textMessage({ ...values, quoted: { waId, body: 'x', mediaType: 'chat', fromMe: false } }),
  edit: (earlier: InboundMessage, { at }: Values): Inbound => editOf(earlier, `editado ${at}`),
  deletion: (earlier: InboundMessage): Inbound => deletionOf(earlier),
  reaction: (earlier: InboundMessage): Inbound => reactionTo(earlier, '👍'),
}

/** Receives a history in a new installation and returns the rows and events that it left. */
export async function receiveHistory(history: History, messages: Inbound[][], { alone }: { alone: boolean }) {
  const installation = await createInstallation()
  const { acme, ports, published } = installation
  // A listener that does not say which messages it needs alone gets each of them alone.
  if (alone)
    Object.assign(ports, { receiveListeners: [...ports.receiveListeners, () => ({ take: async () => false })] })
  const { id: whatsappId, companyId } = await installation.insertConnection('acme', {
    queueIds: history.hasQueues ? [1, 2] : [],
  })
  await prepareCompany(installation, whatsappId)
  for (const [at, batch] of messages.entries()) {
    await actBetween(installation, whatsappId, history.batches[at]?.between ?? 'nothing')
    await receiveBatch(installation.systemScope(), { companyId, whatsappId }, batch)
  }
  const times = new Set(messages.flat().map(({ at }) => at))
  return { rows: await readRows(acme, times), events: eventsByChat(published, times) }
}

type Installation = Awaited<ReturnType<typeof createInstallation>>

/** Groups are received; two of the people were written to by a campaign; an agent has push notifications. */
async function prepareCompany({ acme }: Installation, whatsappId: number) {
  await acme.transaction(async (tx) => {
    await tx.insert('settings', { key: 'CheckMsgIsGroup', value: 'disabled' }).execute()
    const subscription = { userId: 1, tokenId: 1, endpointHash: 'hash', sealed: new Uint8Array([1]) }
    await tx.insert('push_subscriptions', subscription).execute()
  })
  const campaignId = await insertCampaign(acme, { whatsappId })
  for (const number of ['14155550005', '5531988880002']) await insertRecipient(acme, { campaignId, number })
}

async function actBetween({ acme }: Installation, whatsappId: number, act: History['batches'][number]['between']) {
  const closed = { status: 'closed', closedAt: new Date().toISOString(), closeReason: 'agent' } as const
  await acme.transaction(async (tx) => {
    if (act === 'accept')
      await tx.update('tickets').set({ status: 'open', userId: 1 }).where('status', '=', 'pending').execute()
    if (act === 'closeAndAsk') await askForRatings(tx, whatsappId)
    if (act === 'close' || act === 'closeAndAsk')
      await tx.update('tickets').set(closed).where('status', '<>', 'closed').execute()
  })
}

/** Requests a rating of each live ticket that was attended. */
async function askForRatings(tx: TenantDb, whatsappId: number) {
  const attended = await tx
    .select('tickets')
    .innerJoin('attendances', 'attendances.ticketId', 'tickets.id')
    .select(['tickets.contactId', 'tickets.id as ticketId', 'attendances.id as attendanceId'])
    .where('tickets.status', '<>', 'closed')
    .execute()
  const times = { sentAt: '2020-01-01T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z' }
  for (const row of attended)
    await tx
      .insert('rating_requests', { ...row, ...times, whatsappId, userId: 1, state: 'waiting', messageId: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const comparedTables = [
  ...(['contacts', 'contact_aliases', 'tickets', 'messages', 'attendances', 'ticket_events', 'bot_decisions'] as const),
  ...(['rating_requests', 'campaign_recipients', 'campaign_parts', 'opt_outs', 'reactions', 'message_edits'] as const),
  ...(['number_points', 'begun_chats', 'chat_timers'] as const),
]

/** All rows that receiving may write, without times of this process; jobs without their order among other lanes. */
async function readRows(acme: Installation['acme'], times: Times) {
  const rows: Record<string, unknown[]> = {}
  for (const table of comparedTables)
    rows[table] = (await acme.select(table).selectAll().execute()).map((row) => comparable(row, times)).sort(byContent)
  const jobs = await acme.select('jobs').select(['name', 'payload', 'lane', 'key', 'waitsFor', 'state']).execute()
  rows.jobs = jobs.map((job) => JSON.stringify(job)).sort()
  const groups = await acme.select('ready_groups').select(['name', 'groupKey']).execute()
  rows.groups = groups.map((group) => JSON.stringify(group)).sort()
  return rows
}

const byContent = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

/** Events by the ticket or contact that they show, each in order. */
function eventsByChat(published: Installation['published'], times: Times) {
  const chats: Record<string, unknown[]> = {}
  for (const { entity, payload } of published) {
    const { ticket, contact } = payload as { ticket?: { id: number }; contact?: { id: number } }
    const chat = ticket ? `ticket ${ticket.id}` : `${entity} ${contact?.id}`
    chats[chat] ??= []
    chats[chat].push({ entity, payload: comparable(payload, times) })
  }
  return chats
}

/** Times of the received messages. */
type Times = ReadonlySet<string>

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:/.test(value)

/** Id that the product chose for a message. */
const isWaId = (value: unknown) => typeof value === 'string' && /^3EB0[\dA-F]{18}$/.test(value)

/** A copy without random ids; times of messages stay, those of the process become one. */
function comparable(value: unknown, times: Times): unknown {
  if (Array.isArray(value)) return value.map((one) => comparable(one, times))
  if (isWaId(value)) return 'chosen'
  if (isTime(value)) return times.has(value as string) ? value : 'now'
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value
  const fields = Object.entries(value).filter(([name]) => name !== 'uuid')
  return Object.fromEntries(fields.map(([name, field]) => [name, comparable(field, times)]))
}
