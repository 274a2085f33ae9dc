import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { downloadMediaMessage } from '@whiskeysockets/baileys'
import { createSample } from '../../emulator/control/samples'
import { type Control, type ControlError, createControl } from '../../emulator/control-client'
import type { Emulator } from '../../emulator/emulator'
import { trustAnyCertificate } from '../trust-any-certificate'
import { type Auth, Device, login, memoryAuth, until } from './device'

// The emulator runs in a process of its own, as in tests of the executable.
const owner = '5511911110001'
let child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>
let control: Control
let emulator: Emulator
let auth: Auth
let device: Device

trustAnyCertificate()
beforeAll(async () => {
  child = Bun.spawn([process.execPath, 'emulator/serve.ts', '--with-parent'], { stdin: 'pipe', stdout: 'pipe' })
  const started = await readFirstLine(child.stdout)
  control = createControl(started.controlUrl!)
  emulator = started as unknown as Emulator // a device needs only its address and root key
  await control.addOwner({ number: owner, name: 'Loja' })
  auth = memoryAuth()
  const fresh = new Device(emulator, auth)
  await control.scan({ owner, qr: await until(() => fresh.qr) })
  await until(() => fresh.closeCode)
  device = await login(emulator, auth)
  await control.waitForOnline({ owner, online: true })
})
afterEach(() => control.reset())
afterAll(() => {
  device.end()
  child.stdin.end()
})

async function readFirstLine(stream: ReadableStream<Uint8Array>): Promise<Record<string, string>> {
  let text = ''
  for await (const part of stream) {
    text += Buffer.from(part).toString()
    if (text.includes('\n')) break
  }
  return JSON.parse(text)
}

const addCustomer = (name: string, input = {}) => control.addCustomer({ name, ...input })

test('texts sent in both directions are shown on both phones, with ticks and unread count', async () => {
  const ana = await addCustomer('Ana', { addressing: 'lid' })
  const { id } = await control.send({ from: ana.number, to: owner, content: 'Oi!' })
  const received = await device.waitForText('Oi!')
  await control.waitForStage({ phone: ana.number, id, stage: 'delivered' })
  const answer = await device.send(received.key.remoteJid!, { text: 'Olá, Ana' }, { quoted: received })
  const shown = await control.waitForMessage({ phone: ana.number, text: 'Olá, Ana' })
  expect(shown).toMatchObject({ from: owner, kind: 'text', quoted: { id, text: 'Oi!' } })
  expect(await control.thread({ phone: ana.number })).toMatchObject([
    { id, mine: true, text: 'Oi!', ticks: 'delivered', with: owner },
    { id: answer.key.id, mine: false, text: 'Olá, Ana', with: owner },
  ])
  expect(await control.inbox({ phone: owner })).toMatchObject([{ text: 'Olá, Ana' }])

  expect((await control.customers()).find(({ number }) => number === ana.number)).toMatchObject({ unread: 1 })
  await control.markRead({ phone: ana.number })
  await until(() => device.status(answer.key.id!) === 4)
  expect((await control.customers()).find(({ number }) => number === ana.number)).toMatchObject({ unread: 0 })
})

test('content of every kind reaches the device and is shown in the sender’s thread', async () => {
  const bia = await addCustomer('Bia')
  const send = (content: Parameters<Control['send']>[0]['content']) =>
    control.send({ from: bia.number, to: owner, content })
  const { id } = await send('para editar')
  const kinds = {
    imageMessage: { image: { sample: 'jpeg' }, caption: 'foto' },
    audioMessage: { audio: { sample: 'voice', seconds: 2 }, ptt: true },
    documentMessage: { document: { sample: 'document' }, fileName: 'x.pdf' },
    stickerMessage: { sticker: { sample: 'sticker' } },
    locationMessage: { location: { latitude: -23.5, longitude: -46.6, name: 'Aqui' } },
    contactMessage: { contact: { name: 'Zé', number: '5511900001111' } },
    extendedTextMessage: { text: 'sobre aquilo', quote: id },
    reactionMessage: { reaction: '🙏', to: id },
  } as const
  for (const content of Object.values(kinds)) await send(content)
  for (const name of Object.keys(kinds))
    await device.waitForMessage(({ message }) => Boolean(message && name in message))
  await send({ edit: id, text: 'editado' })
  await send({ delete: (await send('para apagar')).id })

  const thread = await control.thread({ phone: bia.number, with: owner })
  expect(thread[0]).toMatchObject({ text: 'editado', edited: true, reactions: [{ mine: true, emoji: '🙏' }] })
  expect(thread.at(-1)).toMatchObject({ text: 'para apagar', deleted: true })
  expect(thread.map(({ kind }) => kind)).toEqual([
    'text',
    'image',
    'audio',
    'document',
    'sticker',
    'location',
    'contact',
    'text',
    'text',
  ])
  const voice = thread[2]!.media!
  expect(voice).toMatchObject({ voiceNote: true, seconds: 2, mimetype: 'audio/ogg; codecs=opus' })
  expect(
    createHash('sha256')
      .update(await control.media(voice.url))
      .digest('hex'),
  ).toBe(voice.sha256)
})

test('pictures sent in both directions are downloaded with the bytes that were sent', async () => {
  const caio = await addCustomer('Caio', { picture: { sample: 'portrait' } })
  const content = { image: { sample: 'cake', seed: 4 } } as const
  const { id } = await control.send({ from: caio.number, to: owner, content })
  const received = await device.waitForMessage(({ key }) => key.id === id)
  const { bytes } = createSample('cake', 4)
  const got = await downloadMediaMessage(received, 'buffer', {})
  expect(got.equals(bytes)).toBe(true)

  await device.send(received.key.remoteJid!, { image: bytes, caption: 'de volta' })
  const shown = await control.waitForMessage({ phone: caio.number, kind: 'image' })
  expect(shown).toMatchObject({ text: 'de volta', media: { size: bytes.length } })
  expect((await control.media(shown.media!.url)).equals(bytes)).toBe(true)
})

test('typing, calls, messages from the owner’s phone and group messages reach the device', async () => {
  const davi = await addCustomer('Davi')
  await control.typing({ from: davi.number, to: owner })
  const { id } = await control.call({ from: davi.number, to: owner })
  await until(() => device.events.find(({ name }) => name === 'call'))
  await control.hangUp({ from: davi.number, id })
  const typed = await control.typed({ owner, to: davi.number, content: 'do celular' })
  expect(await device.waitForText('do celular')).toMatchObject({ key: { fromMe: true, id: typed.id } })
  expect(await control.waitForMessage({ phone: davi.number, text: 'do celular' })).toMatchObject({ from: owner })

  const { jid } = await control.addGroup({ subject: 'Turma', members: [owner, davi.number] })
  await control.send({ from: davi.number, to: jid, content: 'no grupo' })
  expect(await device.waitForText('no grupo')).toMatchObject({ key: { remoteJid: jid } })
  expect((await control.thread({ phone: davi.number, with: jid })).map(({ text }) => text)).toEqual(['no grupo'])
})

test('faults take effect, and stanzas and statistics record what the device sent', async () => {
  const eva = await addCustomer('Eva')
  await control.fault('duplicate', 3, 1)
  const { id } = await control.send({ from: eva.number, to: owner, content: 'três vezes' })
  await device.waitForText('três vezes')
  await control.waitForStanza({ tag: 'receipt', id })
  expect(device.messages.filter(({ key }) => key.id === id)).toHaveLength(1)

  await control.fault('drop', owner)
  await control.waitForOnline({ owner, online: false })
  await until(() => device.closeCode)
  await control.send({ from: eva.number, to: owner, content: 'enquanto fora' })
  expect((await control.owners())[0]?.devices).toMatchObject([{ online: false, waiting: 1 }])
  device = await login(emulator, auth)
  await device.waitForText('enquanto fora')
  await control.waitForStanza({ number: owner, tag: 'receipt', count: 2 })
  expect(await control.stats()).toMatchObject({ owners: 1, connections: 1, stanzas: { iq: expect.any(Number) } })
  expect(await control.connections({ number: owner })).toContainEqual(expect.objectContaining({ state: 'closed' }))
})

test('a wait that times out answers 408, an unknown phone 404, bad input and requests of other origins 400', async () => {
  const statusOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (error: ControlError) => error.status,
    )
  const ana = await addCustomer('Ana')
  expect(await statusOf(control.waitForMessage({ phone: ana.number, text: 'nunca', timeout: 30 }))).toBe(408)
  expect(await statusOf(control.thread({ phone: '1234567' }))).toBe(404)
  expect(await statusOf(control.scan({ owner, qr: 'nonsense' }))).toBe(400)
  expect(await statusOf(control.addCustomer({ number: 'abc' }))).toBe(400)
  expect(await statusOf(control.addCustomer({ number: owner }))).toBe(400)
  expect(await statusOf(control.addOwner({ number: ana.number }))).toBe(400)
  const url = `${(emulator as unknown as { controlUrl: string }).controlUrl}/control/stats`
  const otherOrigin = { origin: 'https://elsewhere.example', 'content-type': 'application/json' }
  expect((await fetch(url, { method: 'POST', headers: otherOrigin, body: '{}' })).status).toBe(400)
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400)
})

test('waitForChange answers when a customer is added and when a message is sent', async () => {
  const { state } = await control.waitForChange({})
  const waiting = control.waitForChange({ state })
  const ana = await addCustomer('Ana')
  const after = (await waiting).state
  expect(after).not.toBe(state)
  await control.send({ from: ana.number, to: owner, content: 'mudou' })
  await control.waitForChange({ state: after })
})

test('GET / serves the page, its files are served, other paths answer 404', async () => {
  const { controlUrl } = emulator as unknown as { controlUrl: string }
  const page = await (await fetch(controlUrl)).text()
  expect(page).toContain('/simulator.js')
  for (const path of ['/simulator.js', '/simulator.css', '/simulator.svg']) {
    expect((await fetch(`${controlUrl}${path}`)).status).toBe(200)
  }
  expect((await fetch(`${controlUrl}/other`)).status).toBe(404)
})
