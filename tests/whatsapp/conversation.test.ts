import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { OwnerPhone } from '../../emulator/owner-phone'
import { postToOwner } from '../../emulator/posting'
import type { OutboundContent } from '../../src/whatsapp/contract'
import type { Inbound } from '../../src/whatsapp/received'
import { newMessageId } from '../../src/whatsapp/sessions'
import { parseVcard } from '../../src/whatsapp/vcard'
import { createWorld, link, until, type World, waitForStatus } from './world'

let world: World
let owner: OwnerPhone
beforeAll(async () => {
  world = await createWorld()
  owner = await link(world)
})
afterAll(() => world.stop())

let people = 0
const createCustomer = (options: Parameters<World['emulator']['customer']>[1] = {}) =>
  world.emulator.customer(`551192222${String(1000 + people++)}`, { name: 'Ana', ...options })
const waitForInbound = <T extends Inbound['type'] = 'message'>(waId: string, type = 'message' as T) =>
  until(`${type} ${waId}`, () =>
    world.host.inbound.findLast((one): one is Extract<Inbound, { type: T }> => one.type === type && one.waId === waId),
  )
async function send(jid: string, content: OutboundContent, quoted?: Uint8Array) {
  const waId = newMessageId()
  const written = async (proto: Uint8Array) => world.host.sent.set(waId, proto)
  await world.whatsapp.send(world.connection, { waId, jid, content, quoted, written })
  return waId
}
const text = (body: string): OutboundContent => ({ type: 'text', body })
const jidOf = (number: string) => `${number}@s.whatsapp.net`
const path = (name: string) => join(world.directory, name)

test.each([
  ['by number', { addressing: 'pn' }, true, true],
  ['by LID', { addressing: 'lid' }, true, true],
  ['by LID with the number hidden', { addressing: 'lid', hideNumber: true }, false, true],
] as const)(
  'a customer who writes %s is received and answered, and acks only rise',
  async (_, options, hasNumber, hasLid) => {
    const ana = createCustomer(options)
    const { id } = await ana.send(owner, 'Oi')
    const { chat } = await waitForInbound(id)
    expect([chat.number === ana.number, chat.lid !== null]).toEqual([hasNumber, hasLid])
    const waId = await send(chat.jid, text('Olá'))
    await ana.inbox.waitFor((message) => message.id === waId)
    ana.markRead()
    await until('read', () => world.host.lastAckOf(waId)?.ack === 3)
    const acks = world.host.acks.filter((update) => update.waId === waId).map(({ ack }) => ack)
    expect(acks).toEqual(acks.toSorted())
  },
)

test('people whom a text mentions come with both addresses, as far as they are known', async () => {
  const [ana, bia] = [createCustomer(), createCustomer()]
  await waitForInbound((await bia.send(owner, 'Oi')).id)
  const group = world.emulator.group('Obra', owner, ana, bia)
  const text = `@${bia.lid} e @${ana.number}, e @123456789`
  const contextInfo = { mentionedJid: [bia.lidJid, ana.pnJid, '999999999@s.whatsapp.net', 'x', group.jid] }
  const sent = await ana.send(group, { raw: { extendedTextMessage: { text, contextInfo } } })
  expect((await waitForInbound(sent.id)).mentions).toMatchObject([
    { user: bia.lid, number: bia.number, lid: bia.lid },
    { user: ana.number, number: ana.number },
  ])
})

test('messages of one customer by number and by LID both contain both identities', async () => {
  const ana = createCustomer({ addressing: 'pn' })
  const first = await waitForInbound((await ana.send(owner, 'um')).id)
  ana.applyOptions({ addressing: 'lid' })
  const second = await waitForInbound((await ana.send(owner, 'dois')).id)
  expect(second.chat).toMatchObject({ number: first.chat.number, lid: first.chat.lid })
})

test('a message from the owner’s phone is received as fromMe and late', async () => {
  const ana = createCustomer()
  await waitForInbound((await ana.send(owner, 'Oi')).id)
  expect(await waitForInbound(await owner.typeMessage(ana, 'do celular'))).toMatchObject({
    fromMe: true,
    late: true,
    body: 'do celular',
    chat: { number: ana.number },
    pushName: '',
  })
})

test('reaction, edit, deletion and quote of the customer are received with their target', async () => {
  const ana = createCustomer()
  const { id } = await ana.send(owner, 'Oi')
  const { proto, chat } = await waitForInbound(id)
  const mine = await send(chat.jid, text('Olá'), proto)
  expect((await ana.inbox.waitFor((message) => message.id === mine)).quoted).toMatchObject({ id })
  const reaction = await ana.send(owner, { reaction: '👍', to: mine })
  expect(await waitForInbound(reaction.id, 'reaction')).toMatchObject({
    targetWaId: mine,
    targetFromMe: true,
    emoji: '👍',
  })
  const edit = await ana.send(owner, { edit: id, text: 'Oi!' })
  expect(await waitForInbound(edit.id, 'edit')).toMatchObject({ targetWaId: id, body: 'Oi!', fromMe: false })
  const { unseen } = await waitForInbound(edit.id, 'edit')
  expect(unseen).toMatchObject({ waId: id, body: 'Oi!', chat: { number: ana.number }, fromMe: false, stub: false })
  const gone = await ana.send(owner, { delete: id })
  expect(await waitForInbound(gone.id, 'delete')).toMatchObject({ targetWaId: id, fromMe: false })
  const answer = await ana.send(owner, { text: 'sim', quote: mine })
  expect((await waitForInbound(answer.id)).quoted).toEqual({ waId: mine, body: 'Olá', mediaType: 'chat', fromMe: true })
  expect(world.host.messages.filter(({ waId }) => [reaction.id, edit.id, gone.id].includes(waId))).toEqual([])
})

test('edit, deletion and reaction sent by the product reach the customer', async () => {
  const ana = createCustomer()
  const { id } = await ana.send(owner, 'Oi')
  const { jid } = (await waitForInbound(id)).chat
  const mine = await send(jid, text('Olá'))
  await send(jid, { type: 'edit', targetWaId: mine, body: 'Olá!' })
  expect((await ana.inbox.waitFor((message) => message.kind === 'edit')).edit).toEqual({ of: mine, text: 'Olá!' })
  await send(jid, { type: 'reaction', targetWaId: id, targetFromMe: false, participant: null, emoji: '❤️' })
  expect((await ana.inbox.waitFor((message) => message.kind === 'reaction')).reaction).toEqual({ to: id, emoji: '❤️' })
  await send(jid, { type: 'delete', targetWaId: mine })
  expect((await ana.inbox.waitFor((message) => message.kind === 'delete')).delete).toEqual({ of: mine })
})

describe('a message of an unknown kind is received as a placeholder', () => {
  const placeholder = { mediaType: 'unsupported', body: '', stub: false, detail: { kind: 'unknown' } }

  test('from a customer', async () => {
    const sent = await createCustomer().send(owner, { unknown: 250 })
    expect(await waitForInbound(sent.id)).toMatchObject(placeholder)
  })

  test("in a group, as a member's first message, which also contains the keys, and as a later one", async () => {
    const ana = createCustomer()
    const group = world.emulator.group('Novidades', owner, ana)
    for (const unknown of [250, 251]) {
      const sent = await ana.send(group, { unknown })
      expect(await waitForInbound(sent.id)).toMatchObject(placeholder)
    }
  })

  test('in a group, as a copy sent again after it could not be decrypted', async () => {
    const ana = createCustomer()
    const group = world.emulator.group('Novidades', owner, ana)
    await waitForInbound((await ana.send(group, 'Oi')).id)
    world.emulator.faults.undecryptable()
    const sent = await ana.send(group, { unknown: 250 })
    const received = () => world.host.messages.find(({ waId, stub }) => waId === sent.id && !stub)
    expect(await until('the copy', received)).toMatchObject(placeholder)
    expect(sent.retries).toBe(1)
  })
})

test('group messages are received with author and subject, and answers reach all members', async () => {
  const [ana, bia] = [createCustomer(), createCustomer({ addressing: 'lid', name: 'Bia' })]
  const group = world.emulator.group('Família', owner, ana, bia)
  const { id } = await bia.send(group, 'Oi a todos')
  const message = await waitForInbound(id)
  expect(message).toMatchObject({
    chat: { isGroup: true, jid: group.jid },
    participant: { number: bia.number },
    pushName: 'Bia',
  })
  expect((await waitForInbound((await bia.send(group, 'de novo')).id)).body).toBe('de novo')
  expect(await world.whatsapp.groupSubject(world.connection, group.jid)).toBe('Família')
  const isAdmin = (number: string) => world.whatsapp.isGroupAdmin(world.connection, group.jid, jidOf(number))
  expect(await Promise.all([owner.number, ana.number, bia.number].map(isAdmin))).toEqual([true, false, false])
  const waId = await send(group.jid, text('Olá'))
  for (const one of [ana, bia]) await one.inbox.waitFor((received) => received.id === waId)
  await until('delivered', () => world.host.lastAckOf(waId)?.ack === 2)
})

const bytes = crypto.getRandomValues(new Uint8Array(70_000))
test('a file of the customer is downloaded whole, up to the limit, and requested again when expired', async () => {
  const ana = createCustomer()
  const { proto, media, detail } = await waitForInbound(
    (await ana.send(owner, { document: bytes, fileName: 'a.bin' })).id,
  )
  expect(media).toMatchObject({ kind: 'document', fileName: 'a.bin' })
  expect(detail).toMatchObject({ fileName: 'a.bin' })
  const get = (name: string, max = 100_000) => world.whatsapp.downloadMedia(world.connection, proto, path(name), max)
  await get('a')
  expect(new Uint8Array(await Bun.file(path('a')).arrayBuffer())).toEqual(bytes)
  await expect(get('b', 60_000)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' })
  world.emulator.faults.mediaFailure(500, 1, 'download')
  await expect(get('c')).rejects.toMatchObject({ code: 'ERR_WAPP_DOWNLOAD_MEDIA' })
  for (const status of [404, 410]) {
    world.emulator.faults.mediaFailure(status, 1, 'download')
    await get(`again ${status}`)
    expect(await Bun.file(path(`again ${status}`)).bytes()).toEqual(bytes)
  }
  for (const name of ['b', 'b.part', 'c', 'c.part']) expect(await Bun.file(path(name)).exists()).toBe(false)
})

test('the picture above the text of a message with buttons is downloaded', async () => {
  const ana = createCustomer()
  const stored = world.emulator.network.media.encryptAndStore(Buffer.from(bytes), 'image')
  const buttonsMessage = { contentText: 'Confirma?', imageMessage: { ...stored, mimetype: 'image/jpeg' } }
  const { proto, media, body } = await waitForInbound((await ana.send(owner, { raw: { buttonsMessage } })).id)
  expect({ media, body }).toMatchObject({ media: { kind: 'image' }, body: 'Confirma?' })
  await world.whatsapp.downloadMedia(world.connection, proto, path('header'), 100_000)
  expect(await Bun.file(path('header')).bytes()).toEqual(bytes)
})

test.each([
  ['image', 'image/png', { caption: 'veja', width: 10, height: 10, thumbnail: 'AQID' }],
  ['video', 'video/mp4', { caption: '', seconds: 3 }],
  ['document', 'application/pdf', { caption: '' }],
  ['audio', 'audio/mpeg', { caption: '', seconds: 4 }],
  ['voice', 'audio/ogg; codecs=opus', { caption: '', seconds: 2.4, waveform: Array(64).fill(50) }],
  ['voice', 'audio/ogg; codecs=opus', { caption: '' }],
  ['sticker', 'image/webp', { caption: '', width: 512, height: 512 }],
] as const)('%s (%s) sent by the product reaches the customer whole', async (kind, mime, rest) => {
  const ana = createCustomer()
  await Bun.write(path('out'), bytes)
  const media = { type: 'media', kind, path: path('out'), mime, fileName: 'nome.bin', ...rest } as OutboundContent
  const waId = await send(jidOf(ana.number), media)
  const received = await ana.inbox.waitFor((message) => message.id === waId)
  expect(received.kind).toBe(kind === 'voice' ? 'audio' : kind)
  expect(received.media?.bytes).toEqual(Buffer.from(bytes))
  expect(received.media?.mimetype).toBe(mime)
})

test('a location and a contact sent by the product reach the customer', async () => {
  const ana = createCustomer()
  const to = jidOf(ana.number)
  const place = await send(to, { type: 'location', latitude: -23.5505, longitude: -46.6333, address: 'Praça da Sé' })
  const seen = await ana.inbox.waitFor((message) => message.id === place)
  expect(seen.location).toEqual({ latitude: -23.5505, longitude: -46.6333, name: 'Praça da Sé' })
  const name = 'Bia, da loja; centro'
  const card = await send(to, { type: 'contacts', contacts: [{ name, numbers: ['5511987654321'] }] })
  const { contact } = await ana.inbox.waitFor((message) => message.id === card)
  expect(contact?.name).toBe(name)
  expect(parseVcard(contact?.vcard ?? '')).toEqual({ name, numbers: ['+5511987654321'] })
})

test('a refused message is reported with ack -1 and the error code', async () => {
  const ana = createCustomer()
  world.emulator.faults.ackError(463)
  const waId = await send(jidOf(ana.number), text('Olá'))
  await until('refused', () => world.host.lastAckOf(waId)?.ack === -1)
  expect(world.host.lastAckOf(waId)).toMatchObject({ error: '463' })
})

test('a stanza delivered four times is received with one content', async () => {
  const ana = createCustomer()
  await waitForInbound((await ana.send(owner, 'Oi')).id)
  world.emulator.faults.duplicate(4, 1)
  const { id } = await ana.send(owner, 'uma vez')
  await waitForInbound(id)
  await until('confirmed', () => world.emulator.stats().waiting === 0)
  const copies = world.host.messages.filter(({ waId }) => waId === id)
  expect(new Set(copies.map(({ body, stub }) => `${body} ${stub}`))).toEqual(new Set(['uma vez false']))
})

test('a damaged message with the id of an earlier one is requested again, not read as that one', async () => {
  const ana = createCustomer()
  const sent = await ana.send(owner, 'Oi')
  await waitForInbound(sent.id)
  world.emulator.faults.undecryptable(1)
  await postToOwner(ana, owner, sent.id, { message: { conversation: 'outra' }, type: 'text' })
  await until('a request for a copy', () => sent.retries > 0)
})

test('a damaged message is received as a placeholder first, then with its content', async () => {
  const ana = createCustomer()
  await waitForInbound((await ana.send(owner, 'Oi')).id)
  world.emulator.faults.undecryptable(1)
  const sent = await ana.send(owner, 'de novo')
  await until('content', () => world.host.messages.some(({ waId, body }) => waId === sent.id && body === 'de novo'))
  const received = world.host.messages.filter(({ waId }) => waId === sent.id)
  expect(received.map(({ stub, body }) => [stub, body])).toEqual([
    [true, ''],
    [false, 'de novo'],
  ])
})

test('a message without content is received as a placeholder and requested from the phone', async () => {
  const ana = createCustomer()
  await waitForInbound((await ana.send(owner, 'Oi')).id)
  world.emulator.faults.noContent(1)
  const sent = await ana.send(owner, 'do telefone')
  expect(await waitForInbound(sent.id)).toMatchObject({ stub: true })
  await until('content', () => world.host.messages.some(({ waId, body }) => waId === sent.id && body === 'do telefone'))
})

test('typing is received and sent, and markRead sends a read receipt', async () => {
  const ana = createCustomer()
  const sent = await ana.send(owner, 'Oi')
  const { chat } = await waitForInbound(sent.id)
  await world.whatsapp.typing(world.connection, chat.jid, 'composing')
  await until('shown', () => ana.presence.some(({ state }) => state === 'composing'))
  const signs = world.emulator.journal.stanzas.filter(({ tag, type }) => tag === 'presence' && type === 'available')
  expect(signs).toHaveLength(1)
  ana.typing(owner)
  await until('heard', () => world.host.presences.some(([who, state]) => who.jid === chat.jid && state === 'composing'))
  await world.whatsapp.markRead(world.connection, [{ jid: chat.jid, waId: sent.id, participant: null }])
  await sent.waitForStage('read')
})

test('a call is reported once and can be rejected', async () => {
  const ana = createCustomer({ addressing: 'lid' })
  await waitForInbound((await ana.send(owner, 'Oi')).id)
  const call = ana.call(owner, { video: true })
  const rung = await until('ringing', () => world.host.calls.find(({ callId }) => callId === call.id))
  expect(rung).toMatchObject({ isVideo: true, from: { number: ana.number } })
  await world.whatsapp.rejectCall(world.connection, call.id, rung.from.jid)
  expect(world.host.calls.filter(({ callId }) => callId === call.id)).toHaveLength(1)
})

test('onWhatsApp returns existing numbers with the JID that WhatsApp uses', async () => {
  const old = world.emulator.customer('551187654321')
  const known = await world.whatsapp.onWhatsApp(world.connection, ['5511987654321', '5511955550000'])
  expect(known).toEqual([{ number: '5511987654321', jid: jidOf(old.number) }])
})

test('onWhatsApp returns the address that WhatsApp answers, whatever its digits, in the order asked', async () => {
  const mexican = world.emulator.customer('5215512345678', { alsoFoundAs: ['525512345678'] })
  const moved = world.emulator.customer('447700900555', { alsoFoundAs: ['447700900111'] })
  const asked = ['447700900111', '525512345678', '5511955550001']
  expect(await world.whatsapp.onWhatsApp(world.connection, asked)).toEqual([
    { number: '447700900111', jid: jidOf(moved.number) },
    { number: '525512345678', jid: jidOf(mexican.number) },
  ])
})

test('a picture is downloaded over the private authority, whole; above the limit no file is left', async () => {
  const picture = Buffer.alloc(100_000, 7)
  const { lidJid } = createCustomer({ picture })
  const fetch = (jid: string, maxBytes: number) =>
    world.whatsapp.downloadPicture(world.connection, jid, path('picture'), maxBytes)
  expect(await fetch(jidOf('5511955550000'), 100_000)).toBe(false)
  await expect(fetch(lidJid, 99_999)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' })
  expect(readdirSync(world.directory).filter((name) => name.startsWith('picture'))).toEqual([])
  expect(await fetch(lidJid, 100_000)).toBe(true)
  expect(picture.equals(await Bun.file(path('picture')).bytes())).toBe(true)
})

test('messages sent while the session is stopped are received once, in order and as late', async () => {
  const ana = createCustomer()
  await waitForInbound((await ana.send(owner, 'antes')).id)
  await world.whatsapp.stop(world.connection)
  const ids: string[] = []
  for (let at = 0; at < 20; at++) ids.push((await ana.send(owner, `fora ${at}`)).id)
  await world.whatsapp.start(world.connection)
  await waitForInbound(ids.at(-1) as string)
  const received = world.host.messages.filter(({ waId }) => ids.includes(waId))
  expect(received.map(({ waId }) => waId)).toEqual(ids)
  expect(received.every(({ late }) => late)).toBe(true)
})

test('a host whose onInbound fails four times receives all messages once and in order', async () => {
  const ana = createCustomer()
  await waitForInbound((await ana.send(owner, 'antes')).id)
  world.host.remainingFailures = 4
  const ids: string[] = []
  for (let at = 0; at < 10; at++) ids.push((await ana.send(owner, `m ${at}`)).id)
  await waitForInbound(ids.at(-1) as string)
  expect(world.host.messages.filter(({ waId }) => ids.includes(waId)).map(({ waId }) => waId)).toEqual(ids)
})

test('verbs of a stopped session reject with ERR_WAPP_NOT_INITIALIZED', async () => {
  await world.whatsapp.stop(world.connection)
  const refusal = { code: 'ERR_WAPP_NOT_INITIALIZED' }
  await expect(send(jidOf('1'), text('x'))).rejects.toMatchObject(refusal)
  await expect(world.whatsapp.onWhatsApp(world.connection, ['1'])).rejects.toMatchObject(refusal)
  expect(world.whatsapp.isOpen(world.connection)).toBe(false)
  await world.whatsapp.start(world.connection)
  await waitForStatus(world, 'CONNECTED')
})
