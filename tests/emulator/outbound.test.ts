import { afterAll, expect, test } from 'bun:test'
import { startEmulator } from '../../emulator/emulator'
import { trustAnyCertificate } from '../trust-any-certificate'
import { linkedDevice, login, until } from './device'

trustAnyCertificate()
const emulator = await startEmulator()
const owner = emulator.owner('5511911110003')
const device = await linkedDevice(emulator, owner.number)
const ana = emulator.customer('5511922220003', { name: 'Ana', picture: Buffer.from('a face') })
afterAll(() => {
  device.end()
  return emulator.stop()
})

const bytes = Buffer.from('not really a file, but bytes are bytes')

test.each([
  ['image', { image: bytes, caption: 'veja' }],
  ['video', { video: bytes }],
  ['audio', { audio: bytes, ptt: true, mimetype: 'audio/ogg; codecs=opus' }],
  ['document', { document: bytes, fileName: 'nota.pdf', mimetype: 'application/pdf' }],
  ['sticker', { sticker: bytes }],
] as const)('%s from the device reaches the customer byte for byte', async (kind, content) => {
  const sent = await device.send(ana.pnJid, content as never)
  const received = await ana.waitFor(({ id }) => id === sent.key.id)
  expect(received.kind).toBe(kind)
  expect(received.media?.bytes.equals(bytes)).toBe(true)
})

test('location, contact, quote, reaction, edit and deletion reach the customer', async () => {
  const question = await ana.send(owner, 'Onde fica?')
  const asked = await device.waitForText('Onde fica?')
  const place = await device.send(ana.pnJid, { location: { degreesLatitude: -23.5, degreesLongitude: -46.6 } })
  expect(await ana.waitFor(({ id }) => id === place.key.id)).toMatchObject({ location: { latitude: -23.5 } })
  const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nEND:VCARD'
  const card = await device.send(ana.pnJid, { contacts: { displayName: 'Bia', contacts: [{ vcard }] } })
  expect(await ana.waitFor(({ id }) => id === card.key.id)).toMatchObject({ contact: { name: 'Bia', vcard } })
  const answer = await device.send(ana.pnJid, { text: 'No centro' }, { quoted: asked })
  const quoted = { id: question.id, text: 'Onde fica?' }
  expect(await ana.waitFor(({ id }) => id === answer.key.id)).toMatchObject({ text: 'No centro', quoted })
  await device.send(ana.pnJid, { react: { text: '❤️', key: asked.key } })
  expect(await ana.waitFor(({ kind }) => kind === 'reaction')).toMatchObject({
    reaction: { to: question.id, emoji: '❤️' },
  })
  await device.send(ana.pnJid, { text: 'No centro velho', edit: answer.key })
  const edit = { of: answer.key.id!, text: 'No centro velho' }
  expect(await ana.waitFor(({ kind }) => kind === 'edit')).toMatchObject({ edit })
  await device.send(ana.pnJid, { delete: answer.key })
  expect(await ana.waitFor(({ kind }) => kind === 'delete')).toMatchObject({ delete: { of: answer.key.id! } })
  await ana.send(owner, { reaction: '', to: answer.key.id! })
})

test('a customer without the session asks for the message again and receives it once', async () => {
  const first = await device.send(ana.pnJid, { text: 'com sessão' })
  await ana.waitFor(({ id }) => id === first.key.id)
  ana.forgetSessionsOf(owner)
  const second = await device.send(ana.pnJid, { text: 'sem sessão' })
  expect(await ana.waitFor(({ id }) => id === second.key.id)).toMatchObject({ text: 'sem sessão' })
  expect(ana.inbox.filter(({ id }) => id === second.key.id)).toHaveLength(1)
})

test('a customer with a reinstalled app receives messages and answers', async () => {
  ana.reinstall()
  const sent = await device.send(ana.pnJid, { text: 'celular novo?' })
  expect(await ana.waitFor(({ id }) => id === sent.key.id)).toMatchObject({ text: 'celular novo?' })
  await ana.send(owner, 'sim!')
  await device.waitForText('sim!')
})

test('a message sent twice with the same id is shown once and counted as a repeat', async () => {
  const messageId = '3EB0AAAAAAAAAAAAAAAA'
  await device.send(ana.pnJid, { text: 'repetida' }, { messageId })
  await device.send(ana.pnJid, { text: 'repetida' }, { messageId })
  await until(() => ana.wireRepeats.get(messageId) === 1)
  expect(ana.inbox.filter(({ id }) => id === messageId)).toHaveLength(1)
})

test('readsAtOnce sends read receipts; a refused message is not delivered; held acks arrive when released', async () => {
  const leo = emulator.customer('5511922220013', { readsAtOnce: true })
  const seen = await device.send(leo.pnJid, { text: 'viu?' })
  await until(() => device.status(seen.key.id!) === 4)

  const acks: { id: string; error?: string }[] = []
  device.socket.ws.on('CB:ack,class:message', ({ attrs }) => acks.push({ id: attrs.id, error: attrs.error }))
  emulator.faults.ackError(479)
  const refused = await device.send(leo.pnJid, { text: 'recusada' })
  await until(() => acks.find(({ id, error }) => id === refused.key.id && error === '479'))
  emulator.faults.holdAcks(true)
  const late = await device.send(leo.pnJid, { text: 'atrasada' })
  await leo.waitFor(({ id }) => id === late.key.id)
  await device.socket.onWhatsApp(leo.number) // round trip: an ack already sent would arrive before its answer
  expect(acks.map(({ id }) => id)).not.toContain(late.key.id!)
  emulator.faults.holdAcks(false)
  await until(() => acks.find(({ id }) => id === late.key.id))
  expect(leo.inbox.map(({ text }) => text)).toEqual(['viu?', 'atrasada'])
})

test('onWhatsApp returns registered numbers in canonical form, and pictures come from the media host', async () => {
  emulator.customer('5511922220099', { registered: false })
  const answers = await device.socket.onWhatsApp('5511922220003', '551122220003', '5511922220099', '551100000000')
  expect(answers).toEqual([
    { jid: ana.pnJid, exists: true },
    { jid: ana.pnJid, exists: true },
  ])
  const url = await device.socket.profilePictureUrl(ana.pnJid)
  const trusted = await fetch(url!, { tls: { ca: emulator.caPem, rejectUnauthorized: true } })
  expect(await trusted.text()).toBe('a face')
  const stranger = emulator.customer('5511922220014')
  await expect(device.socket.profilePictureUrl(stranger.pnJid)).rejects.toThrow('item-not-found')
})

test('uploads and downloads fail with the fault mediaFailure', async () => {
  emulator.faults.mediaFailure(500, 5, 'upload')
  await expect(device.send(ana.pnJid, { image: bytes })).rejects.toThrow('Media upload failed')
  emulator.faults.mediaFailure(0, 0)
  emulator.faults.mediaFailure(410, 1, 'download')
  const url = emulator.customer('5511922220003')
  expect((await fetch(`https://${emulator.mediaHost}/pp/${url.number}.jpg`)).status).toBe(410)
})

test('two linked devices of one owner receive each other’s messages, and another owner’s device is reached', async () => {
  const second = await linkedDevice(emulator, owner.number)
  const sent = await device.send(ana.pnJid, { text: 'do primeiro aparelho' })
  const copy = await second.waitForText('do primeiro aparelho')
  expect(copy.key).toMatchObject({ id: sent.key.id, fromMe: true, remoteJid: ana.pnJid })
  await ana.send(owner, 'para os dois')
  await Promise.all([device.waitForText('para os dois'), second.waitForText('para os dois')])

  const shop = emulator.owner('5511911110013')
  const other = await linkedDevice(emulator, shop.number)
  const hello = await device.send(shop.pnJid, { text: 'de loja para loja' })
  expect((await other.waitForText('de loja para loja')).key).toMatchObject({ remoteJid: owner.pnJid, fromMe: false })
  await until(() => device.status(hello.key.id!) >= 3)
  second.end()
  other.end()
})

test('messages and calls sent while the device is offline arrive at its next login, in order, as offline', async () => {
  const away = await linkedDevice(emulator, '5511911110023')
  const shop = emulator.owner('5511911110023')
  away.end()
  await until(() => away.closeCode !== undefined)
  await ana.send(shop, 'um')
  const call = ana.call(shop)
  const two = await ana.send(shop, 'dois')
  expect(two.stage).toBeUndefined()
  const back = await login(emulator, away.auth)
  await back.waitForText('dois')
  expect(back.upserts.flatMap(({ type, messages }) => messages.map(() => type))).toEqual(['append', 'append'])
  await until(() => back.events.find(({ name, data }) => name === 'call' && JSON.stringify(data).includes(call.id)))
  await two.waitForStage('delivered')
  await until(() => emulator.stats(shop.number).waiting === 0)
  await ana.send(shop, 'ao vivo')
  await back.waitForText('ao vivo')
  expect(back.upserts.at(-1)?.type).toBe('notify')
  back.end()
})
