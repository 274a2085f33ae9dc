import { afterAll, beforeAll, expect, test } from 'bun:test'
import { constants, createDeflate, deflateSync, inflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import type { OwnerPhone } from '../../emulator/owner-phone'
import { AppError } from '../../src/shared/errors'
import { shortenHistory } from '../../src/whatsapp/history/history-parser'
import { createWorld, link, until, type World } from './world'

const { HistorySync } = proto
let world: World
let owner: OwnerPhone
let neighbour: OwnerPhone
beforeAll(async () => {
  world = await createWorld({ connections: 2 })
  owner = await link(world)
  neighbour = await link(world, '5511911110002', 2)
})
afterAll(() => world.stop())

const chat = (name: string, number: string) => ({ id: `${number}@s.whatsapp.net`, name })
const historyOf = (...conversations: proto.IConversation[]) =>
  deflateSync(HistorySync.encode({ syncType: 0, conversations }).finish())
const nameArrives = (name: string) =>
  until(`the name ${name}`, () => world.host.addressBook.some((entry) => entry.name === name))

/** Deflated zeros of this size in MiB, from one deflated block that repeats. */
async function zeros(mebibytes: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 })
  const chunks: Buffer[] = []
  deflate.on('data', (chunk) => chunks.push(chunk))
  const block = Buffer.alloc(2 ** 20)
  const flushed = async () => {
    deflate.write(block)
    await new Promise<void>((done) => deflate.flush(constants.Z_FULL_FLUSH, done))
    return Buffer.concat(chunks.splice(0))
  }
  const [first, next] = [await flushed(), await flushed()]
  return Buffer.concat([first, ...Array.from({ length: mebibytes - 1 }, () => next)])
}

test('a history of 5 GB is refused, its connection goes on, and the history of another connection arrives', async () => {
  const bomb = await zeros(5 * 1024)
  expect(bomb.length).toBeLessThan(10 * 2 ** 20)
  await owner.sendHistory(bomb)
  await neighbour.sendHistory(historyOf(chat('Nair vizinha', '551188880011')))
  await nameArrives('Nair vizinha')
  await owner.sendHistory(historyOf(chat('Depois da bomba', '551188880012')))
  const customer = world.emulator.customer('5511977770001')
  await customer.send(owner, { text: 'ainda atende?' })
  await until('the message', () => world.host.messages.some(({ body }) => body === 'ainda atende?'))
  expect(world.host.addressBook.map(({ name }) => name)).toEqual(['Nair vizinha'])
})

test('chats, pairs and tokens of a history reach the store, also in its inline form', async () => {
  const pairs = [{ pnJid: '5511988880013@s.whatsapp.net', lidJid: '900013@lid' }]
  const token = { tcToken: Buffer.from('privacy'), tcTokenTimestamp: 1_700_000_000 }
  const conversations = [{ ...chat('Inês', '5511988880013'), ...token }]
  const history = { syncType: 0, conversations, phoneNumberToLidMappings: pairs }
  await neighbour.sendHistory(deflateSync(HistorySync.encode(history).finish()))
  await nameArrives('Inês')
  await neighbour.sendAddressBook([{ jid: '5511988880014@s.whatsapp.net', name: 'Em linha' }])
  await nameArrives('Em linha')
  const stored = await world.store.read.kysely
    .selectFrom('wa_keys')
    .select(['type', 'keyId'])
    .where('whatsappId', '=', 2)
    .where('type', 'in', ['lid-mapping', 'tctoken'])
    .execute()
  expect(stored).toContainEqual({ type: 'lid-mapping', keyId: '5511988880013' })
  expect(stored).toContainEqual({ type: 'tctoken', keyId: '900013@lid' })
})

test('shortenHistory leaves messages out and finds the number of a hidden chat in a receipt', async () => {
  const message = (fromMe: boolean, user: string) => ({
    message: { key: { fromMe, id: 'A' }, message: { conversation: 'segredo' }, userReceipt: [{ userJid: user }] },
  })
  const other = message(false, '5511900000000@s.whatsapp.net')
  const messages = [other, message(true, '5511988880015@s.whatsapp.net')]
  const hidden = { id: '900015@lid', name: 'Caio', messages }
  const known = { id: '900016@lid', pnJid: '5511988880016@s.whatsapp.net', messages, description: 'x'.repeat(3000) }
  const { parts, isCut } = await shortenHistory({ bytes: new Uint8Array(historyOf(hidden, known)) })
  expect({ parts: parts.length, isCut }).toEqual({ parts: 1, isCut: false })
  const { conversations } = HistorySync.decode(inflateSync(parts[0]!))
  expect(
    conversations.map((one) => HistorySync.toObject(HistorySync.create({ syncType: 0, conversations: [one] }))),
  ).toEqual([
    { syncType: 0, conversations: [{ id: '900015@lid', name: 'Caio', pnJid: '5511988880015@s.whatsapp.net' }] },
    { syncType: 0, conversations: [{ id: '900016@lid', pnJid: '5511988880016@s.whatsapp.net' }] },
  ])
})

test('shortenHistory divides many chats into parts and leaves out what exceeds its limit', async () => {
  const many = Array.from({ length: 12_000 }, (_, index) => chat('n'.repeat(900), `55119${10_000_000 + index}`))
  const { parts, isCut } = await shortenHistory({ bytes: new Uint8Array(historyOf(...many)) })
  const decoded = parts.map((part) => inflateSync(part))
  expect(isCut).toBe(true)
  expect(parts.length).toBeGreaterThan(50)
  expect(Math.max(...decoded.map(({ length }) => length))).toBeLessThan(140_000)
})

test.each(['', 'not deflated', '\x0a\xff\xff\xff\xff\x7f'])('shortenHistory refuses the bytes %j', async (text) => {
  const bytes = text.startsWith('\x0a') ? deflateSync(Buffer.from(text, 'latin1')) : Buffer.from(text)
  await expect(shortenHistory({ bytes: new Uint8Array(bytes) })).rejects.toThrow()
})

test('shortenHistory refuses more than 128 MiB', async () => {
  const refusal = shortenHistory({ bytes: new Uint8Array(await zeros(129)) })
  expect(await refusal.catch((error) => error instanceof AppError && error.code)).toBe('ERR_TOO_LARGE')
})
