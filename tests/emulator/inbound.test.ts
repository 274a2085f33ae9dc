import { afterAll, expect, test } from 'bun:test'
import { downloadMediaMessage, type WAMessage } from '@whiskeysockets/baileys'
import { startEmulator } from '../../emulator/emulator'
import { trustAnyCertificate } from '../trust-any-certificate'
import { linkedDevice, textOf, until } from './device'

trustAnyCertificate()
const emulator = await startEmulator()
const owner = emulator.owner('5511911110002')
const device = await linkedDevice(emulator, owner.number)
const ana = emulator.customer('5511922220002', { name: 'Ana' })
afterAll(() => {
  device.end()
  return emulator.stop()
})

const waitForContent = (id: string) => device.waitForMessage(({ key, message }) => key.id === id && Boolean(message))
const bytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, index) => index % 251))

test.each([
  ['image', { image: bytes(5000), caption: 'olha' }, 'imageMessage'],
  ['video', { video: bytes(9000) }, 'videoMessage'],
  ['voice note', { audio: bytes(3000), ptt: true, seconds: 3 }, 'audioMessage'],
  ['document', { document: bytes(100), fileName: 'nota.pdf', mimetype: 'application/pdf' }, 'documentMessage'],
  ['sticker', { sticker: bytes(700) }, 'stickerMessage'],
] as const)('a %s arrives and downloads over TLS', async (_name, content, part) => {
  const sent = await ana.send(owner, content)
  const message = await waitForContent(sent.id)
  expect(message.message?.[part]).toBeTruthy()
  const file = await downloadMediaMessage(message, 'buffer', {})
  expect(file.equals(Buffer.from(Object.values(content)[0] as Buffer))).toBe(true)
})

test('a location, a contact card and a raw poll arrive with their content', async () => {
  const place = await ana.send(owner, { location: { latitude: -23.5, longitude: -46.6, name: 'Sé' } })
  expect((await waitForContent(place.id)).message?.locationMessage).toMatchObject({
    degreesLatitude: -23.5,
    name: 'Sé',
  })
  const card = await ana.send(owner, { contact: { name: 'Bia', number: '5511933330000' } })
  expect((await waitForContent(card.id)).message?.contactMessage?.vcard).toContain('waid=5511933330000')
  const odd = await ana.send(owner, { raw: { pollCreationMessage: { name: 'Almoço?', options: [] } } })
  expect((await waitForContent(odd.id)).message?.pollCreationMessage?.name).toBe('Almoço?')
})

test('quote, reaction, edit and deletion refer to the right message', async () => {
  const ours = await device.send(ana.pnJid, { text: 'Qual o tamanho?' })
  await ana.waitFor(({ id }) => id === ours.key.id)
  const answer = await ana.send(owner, { text: 'M', quote: ours.key.id! })
  const context = (await waitForContent(answer.id)).message?.extendedTextMessage?.contextInfo
  expect(context).toMatchObject({ stanzaId: ours.key.id!, quotedMessage: expect.anything() })

  await ana.send(owner, { reaction: '👍', to: ours.key.id! })
  const reactions = () => device.events.filter(({ name }) => name === 'messages.reaction').flatMap(({ data }) => data)
  await until(() => reactions().length)
  expect(reactions()).toMatchObject([
    { key: { id: ours.key.id!, fromMe: true, remoteJid: ana.pnJid }, reaction: { text: '👍' } },
  ])

  await ana.send(owner, { edit: answer.id, text: 'G' })
  const edited = await until(() => device.updates.find(({ update }) => update.message?.editedMessage))
  expect(edited.key).toMatchObject({ id: answer.id, fromMe: false })
  expect(edited.update.message?.editedMessage?.message?.conversation).toBe('G')

  await ana.send(owner, { delete: answer.id })
  const gone = await until(() => device.updates.find(({ update }) => update.message === null))
  expect(gone.key).toMatchObject({ id: answer.id, fromMe: false })
})

test('customers write and are answered by number, by LID, and by LID with a hidden number', async () => {
  const bia = emulator.customer('5511922220012', { addressing: 'lid' })
  await bia.send(owner, 'sou a Bia')
  expect((await device.waitForText('sou a Bia')).key).toMatchObject({ remoteJid: bia.lidJid, remoteJidAlt: bia.pnJid })
  const eva = emulator.customer('5511922220013', { addressing: 'lid', hideNumber: true })
  const sent = await eva.send(owner, 'sou a Eva')
  const { key } = await device.waitForText('sou a Eva')
  expect(key).toMatchObject({ remoteJid: eva.lidJid, addressingMode: 'lid' })
  expect(key.remoteJidAlt).toBeUndefined()
  await sent.waitForStage('delivered')
  const answer = await device.send(eva.lidJid, { text: 'Oi, Eva' })
  expect(await eva.waitFor(({ id }) => id === answer.key.id)).toMatchObject({ chat: eva.lidJid })
  await until(() => device.status(answer.key.id!) === 3)
  // The same customer with the other address.
  emulator.customer(bia.number, { addressing: 'pn' })
  await bia.send(owner, 'agora pelo número')
  expect((await device.waitForText('agora pelo número')).key).toMatchObject({
    remoteJid: bia.pnJid,
    remoteJidAlt: bia.lidJid,
  })
})

test('a customer sends pkmsg until the first answer, then msg', async () => {
  const types: string[] = []
  device.socket.ws.on('CB:message', (node) => types.push(node.content[0].attrs.type))
  const leo = emulator.customer('5511922220014')
  await leo.send(owner, 'um')
  await leo.send(owner, 'dois')
  await device.waitForText('dois')
  const answer = await device.send(leo.pnJid, { text: 'três' })
  await leo.waitFor(({ id }) => id === answer.key.id)
  await leo.send(owner, 'quatro')
  await device.waitForText('quatro')
  expect(types).toEqual(['pkmsg', 'pkmsg', 'msg'])
})

test('a message from the owner’s phone arrives at the device as its own', async () => {
  const id = await owner.typeMessage(ana, 'respondi pelo celular')
  const message = await device.waitForText('respondi pelo celular')
  expect(message.key).toMatchObject({ id, fromMe: true, remoteJid: ana.pnJid })
  expect(await ana.waitFor((received) => received.id === id)).toMatchObject({ text: 'respondi pelo celular' })
})

test('a damaged message is a placeholder, is asked for again and arrives under the same id', async () => {
  await ana.send(owner, 'antes')
  emulator.faults.undecryptable()
  const sent = await ana.send(owner, 'estragada')
  await device.waitForText('estragada')
  const copies = device.messages.filter(({ key }) => key.id === sent.id)
  expect(copies[0]).toMatchObject({ messageStubType: 2 })
  expect(copies.map(textOf)).toEqual([undefined, 'estragada'])
  expect(sent.retries).toBe(1)
  await sent.waitForStage('delivered')
  await until(() => emulator.stats().waiting === 0)
})

test('a message without content is a stub, which the phone fills on request', async () => {
  emulator.faults.noContent()
  const sent = await ana.send(owner, 'veio vazia')
  const stub: WAMessage = await device.waitForMessage(({ key }) => key.id === sent.id)
  expect(stub.messageStubParameters).toEqual(['Message absent from node'])
  const filled = await device.waitForText('veio vazia')
  expect(filled.key.id).toBe(sent.id)
})

test('a stanza delivered three times yields one message and an ack for each repeat', async () => {
  emulator.faults.duplicate(3)
  const sent = await ana.send(owner, 'tripla')
  await device.waitForText('tripla')
  await ana.send(owner, 'depois da tripla')
  await device.waitForText('depois da tripla')
  expect(device.messages.filter(({ key }) => key.id === sent.id)).toHaveLength(1)
  await until(() => emulator.journal.stanzas.filter(({ id, tag }) => id === sent.id && tag === 'ack').length === 2)
})

test('typing and presence pass in both directions, and a call rings until it is rejected or ended', async () => {
  ana.typing(owner)
  ana.typing(owner, 'recording')
  const seen = () => device.events.filter(({ name }) => name === 'presence.update').map(({ data }) => data)
  await until(() => seen().length === 2)
  expect(seen()).toMatchObject([
    { id: ana.pnJid, presences: { [ana.pnJid]: { lastKnownPresence: 'composing' } } },
    { presences: { [ana.pnJid]: { lastKnownPresence: 'recording' } } },
  ])
  await device.socket.presenceSubscribe(ana.pnJid)
  await until(() => seen().length === 3)
  ana.available(owner, true)
  await until(() => seen().length === 4)
  expect(seen().slice(2)).toMatchObject(
    ['unavailable', 'available'].map((lastKnownPresence) => ({ presences: { [ana.pnJid]: { lastKnownPresence } } })),
  )
  await device.socket.sendPresenceUpdate('composing', ana.pnJid)
  await until(() => ana.presence.length)
  expect(ana.presence[0]).toMatchObject({ from: owner.number, state: 'composing' })

  const call = ana.call(owner, { video: true })
  const ring = await until(() => device.events.find(({ name }) => name === 'call'))
  expect(ring.data).toMatchObject([{ id: call.id, from: ana.pnJid, status: 'offer', isVideo: true }])
  await device.socket.rejectCall(call.id, ana.pnJid)
  expect(call.state).toBe('rejected')
  const lost = ana.call(owner)
  lost.end()
  await until(() =>
    device.events.find(({ name, data }) => name === 'call' && JSON.stringify(data).includes('terminate')),
  )
})

test('a status update arrives with the chat status@broadcast', async () => {
  await ana.postStatus(owner, 'meu status')
  expect((await device.waitForText('meu status')).key).toMatchObject({ remoteJid: 'status@broadcast' })
})

test('an expired file is uploaded again by the phone on request; a message without file rejects', async () => {
  const sent = await ana.send(owner, { image: bytes(400) })
  const message = await waitForContent(sent.id)
  emulator.faults.expireMedia()
  await expect(downloadMediaMessage(message, 'buffer', {})).rejects.toMatchObject({ output: { statusCode: 404 } })
  await device.socket.refreshMediaConn()
  const renewed = await device.socket.updateMediaMessage(message)
  expect((await downloadMediaMessage(renewed, 'buffer', {})).equals(bytes(400))).toBe(true)
  const text = await ana.send(owner, 'sem arquivo')
  const part = { imageMessage: { ...message.message?.imageMessage } }
  const wrong = { key: (await waitForContent(text.id)).key, message: part } as WAMessage
  await expect(device.socket.updateMediaMessage(wrong)).rejects.toThrow('re-upload')
})
