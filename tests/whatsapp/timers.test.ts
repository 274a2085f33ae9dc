import { afterAll, beforeAll, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import type { CustomerPhone } from '../../emulator/customer-phone'
import type { OwnerPhone } from '../../emulator/owner-phone'
import { TenantDb } from '../../src/core/storage/tenant'
import { storeTimersOf } from '../../src/whatsapp/chat-timers'
import type { OutboundContent } from '../../src/whatsapp/contract'
import { newMessageId } from '../../src/whatsapp/sessions'
import { companyId, createWorld, link, until, type World } from './world'

/** Messages that disappear: the timer that a customer's message, a setting or a group names is that of each answer. */

let world: World
let owner: OwnerPhone
beforeAll(async () => {
  world = await createWorld()
  owner = await link(world)
})
afterAll(() => world.stop())

const day = 86_400
let people = 0
const createCustomer = (options: Parameters<World['emulator']['customer']>[1] = {}) =>
  world.emulator.customer(`551194444${String(1000 + people++)}`, { name: 'Ana', ...options })

const stored = (waId: string) => until(`message ${waId}`, () => world.host.inbound.find((one) => one.waId === waId))

async function send(jid: string, content: OutboundContent = { type: 'text', body: 'Olá' }, quoted?: Uint8Array) {
  const waId = newMessageId()
  await world.whatsapp.send(world.connection, { waId, jid, content, quoted })
  return waId
}

/** Timer of the message as the customer decrypts it. */
async function timerAt(customer: CustomerPhone, waId: string) {
  const { expiration } = await customer.inbox.waitFor(({ id }) => id === waId)
  return expiration
}

test('every kind of content has the timer of the chat, and none in a chat without a timer', async () => {
  const file = `${world.directory}/file.bin`
  await Bun.write(file, new Uint8Array(2_000))
  const media = { type: 'media', path: file, mime: 'image/jpeg', fileName: 'a.jpg', caption: '' } as const
  const contents: OutboundContent[] = [
    { type: 'text', body: 'a' },
    { type: 'text', body: 'b', forwarded: true },
    ...(['image', 'video', 'audio', 'document', 'voice', 'sticker'] as const).map((kind) => ({ ...media, kind })),
    { type: 'location', latitude: 1, longitude: 2 },
    { type: 'contacts', contacts: [{ name: 'Bia', numbers: ['5511999990000'] }] },
    {
      type: 'contacts',
      contacts: [
        { name: 'Bia', numbers: ['5511999990000'] },
        { name: 'Caio', numbers: [] },
      ],
    },
  ]
  const [ana, bia] = [createCustomer(), createCustomer()]
  const incoming = await stored((await ana.send(owner, { text: 'Oi', expiration: day })).id)
  await stored((await bia.send(owner, { text: 'Oi' })).id)
  for (const content of contents) {
    expect([content, await timerAt(ana, await send(ana.pnJid, content))]).toEqual([content, day])
    expect([content, await timerAt(bia, await send(bia.pnJid, content))]).toEqual([content, undefined])
  }
  const quoted = incoming.type === 'message' ? incoming.proto : undefined
  const answer = await send(ana.pnJid, { type: 'text', body: 'sim' }, quoted)
  expect(await ana.inbox.waitFor(({ id }) => id === answer)).toMatchObject({ expiration: day, quoted: { text: 'Oi' } })
})

test('a setting changes and ends the timer, and an older one does not bring it back', async () => {
  const ana = createCustomer()
  await stored((await ana.send(owner, { timer: 7 * day })).id)
  expect(await timerAt(ana, await send(ana.pnJid))).toBe(7 * day)
  const setting = await owner.typeMessage(ana, { timer: 90 * day })
  await stored(setting)
  expect(await timerAt(ana, await send(ana.pnJid))).toBe(90 * day)
  const ended = await stored((await ana.send(owner, { timer: 0 })).id)
  if (ended.type !== 'timer') throw new Error('no setting')
  const older = { ...ended, seconds: day, at: new Date(Date.parse(ended.at) - 1000).toISOString() }
  await TenantDb.of(world.store, companyId).transaction((tx) => storeTimersOf(tx, 1, [older]))
  expect(await timerAt(ana, await send(ana.pnJid))).toBeUndefined()
})

test('a message of the customer without a timer ends it, one typed on the own phone does not', async () => {
  const ana = createCustomer()
  await stored((await ana.send(owner, { text: 'Oi', expiration: day })).id)
  await stored(await owner.typeMessage(ana, 'do celular'))
  expect(await timerAt(ana, await send(ana.pnJid))).toBe(day)
  await stored((await ana.send(owner, 'sem')).id)
  expect(await timerAt(ana, await send(ana.pnJid))).toBeUndefined()
})

test('the timer of a customer who writes by LID counts for messages to the number, and the other way round', async () => {
  const ana = createCustomer({ addressing: 'lid' })
  await stored((await ana.send(owner, { text: 'Oi', expiration: day })).id)
  expect(await timerAt(ana, await send(ana.pnJid))).toBe(day)
  const bia = createCustomer()
  await stored((await bia.send(owner, { text: 'Oi', expiration: day })).id)
  expect(await timerAt(bia, await send(bia.lidJid))).toBe(day)
})

test('an edit and a reaction have no timer', async () => {
  const ana = createCustomer()
  const incoming = await ana.send(owner, { text: 'Oi', expiration: day })
  await stored(incoming.id)
  const targetWaId = await send(ana.pnJid)
  const edit = await send(ana.pnJid, { type: 'edit', targetWaId, body: 'Olá!' })
  const reaction = {
    type: 'reaction',
    targetWaId: incoming.id,
    targetFromMe: false,
    participant: null,
    emoji: '👍',
  } as const
  expect(await timerAt(ana, edit)).toBeUndefined()
  expect(await timerAt(ana, await send(ana.pnJid, reaction))).toBeUndefined()
})

test('a group has the timer of its metadata, of its last setting, and of its members’ messages', async () => {
  const ana = createCustomer()
  const group = world.emulator.group('Obra', owner, ana)
  group.timer = 7 * day
  expect(await timerAt(ana, await send(group.jid))).toBe(7 * day)
  group.setTimer(day)
  await until('the setting', () => world.host.inbound.find((one) => one.type === 'timer' && one.chat.jid === group.jid))
  expect(await timerAt(ana, await send(group.jid))).toBe(day)
  const other = world.emulator.group('Outra', owner, ana)
  await stored((await ana.send(other, { text: 'Oi', expiration: day })).id)
  await stored((await ana.send(other, 'sem')).id)
  expect(await timerAt(ana, await send(other.jid))).toBe(day)
})

test('chats of the recent history bring their timers', async () => {
  const ana = createCustomer()
  const now = Math.floor(Date.now() / 1000)
  const conversations = [{ id: ana.pnJid, ephemeralExpiration: day, ephemeralSettingTimestamp: now - 60 }]
  const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP
  const history = proto.HistorySync.encode({ syncType, conversations, chunkOrder: 1, progress: 100 }).finish()
  await owner.sendHistory(deflateSync(history))
  const timers = () => world.store.read.kysely.selectFrom('chat_timers').select('address').execute()
  await until('the timer', async () => (await timers()).some(({ address }) => address === ana.pnJid))
  expect(await timerAt(ana, await send(ana.pnJid))).toBe(day)
})
