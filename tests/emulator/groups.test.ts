import { afterAll, expect, test } from 'bun:test'
import { type BaileysEventMap, WAMessageStubType } from '@whiskeysockets/baileys'
import { startEmulator } from '../../emulator/emulator'
import { linkedDevice, until } from './device'

const emulator = await startEmulator()
const owner = emulator.owner('5511911110004')
const ana = emulator.customer('5511922220004', { name: 'Ana' })
const bia = emulator.customer('5511922220014', { name: 'Bia', hideNumber: true })
const device = await linkedDevice(emulator, owner.number)
afterAll(() => {
  device.end()
  return emulator.stop()
})

test.each(['lid', 'pn'] as const)(
  'a group addressed by %s passes texts in both directions and sends each sender key once',
  async (mode) => {
    const group = emulator.group(`Compras ${mode}`, owner, ana, bia)
    group.addressing = mode
    const parts: unknown[] = []
    device.socket.ws.on('CB:message', ({ content, attrs }) => {
      if (attrs.from === group.jid) parts.push(content.length, content.at(-1).attrs.type)
    })
    const first = await ana.send(group, `oi ${mode}`)
    const { key } = await device.waitForText(`oi ${mode}`)
    const [participant, participantAlt] = mode === 'lid' ? [ana.lidJid, ana.pnJid] : [ana.pnJid, ana.lidJid]
    expect(key).toMatchObject({ remoteJid: group.jid, participant, participantAlt, id: first.id })
    await ana.send(group, `de novo ${mode}`)
    await device.waitForText(`de novo ${mode}`)
    expect(parts).toEqual([2, 'skmsg', 1, 'skmsg'])
    await first.waitForStage('delivered')
    expect(bia.inbox.at(-1)).toMatchObject({ text: `de novo ${mode}`, from: ana.number, chat: group.jid })

    const answer = await device.send(group.jid, { text: `olá a todos ${mode}` })
    const third = await device.send(group.jid, { text: `e mais uma ${mode}` })
    for (const person of [ana, bia, owner]) {
      expect(await person.waitFor(({ id }) => id === answer.key.id)).toMatchObject({ chat: group.jid })
      await person.waitFor(({ id }) => id === third.key.id)
    }
    await until(() => receiptsOf(answer.key.id!).size === 2)
  },
)

/** JIDs with a receipt for the message. Baileys merges early receipts into the upsert; later ones are events. */
function receiptsOf(id: string) {
  const merged = device.messages.filter(({ key }) => key.id === id).flatMap(({ userReceipt }) => userReceipt ?? [])
  const events = device.events
    .filter(({ name }) => name === 'message-receipt.update')
    .flatMap(({ data }) => data as BaileysEventMap['message-receipt.update'])
    .filter(({ key }) => key.id === id)
  return new Set([...merged, ...events.map(({ receipt }) => receipt)].map(({ userJid }) => userJid))
}

test('groupMetadata returns the members and the addressing of the group', async () => {
  const group = emulator.group('Família', owner, ana, bia)
  const metadata = await device.socket.groupMetadata(group.jid)
  expect(metadata).toMatchObject({ subject: 'Família', addressingMode: 'lid', size: 3 })
  const [, first, second] = metadata.participants
  expect(first).toMatchObject({ id: ana.lidJid, phoneNumber: ana.pnJid })
  expect(second?.phoneNumber).toBeUndefined()
  expect(Object.keys(await device.socket.groupFetchAllParticipating())).toContain(group.jid)
})

test('a damaged group message is asked for again once and received', async () => {
  const group = emulator.group('Ruído', owner, ana)
  await ana.send(group, 'limpa')
  await device.waitForText('limpa')
  emulator.faults.undecryptable()
  const sent = await ana.send(group, 'com ruído')
  await device.waitForText('com ruído')
  expect(sent.retries).toBe(1)
})

test('a member without the sender key asks for the message again and receives it', async () => {
  const group = emulator.group('Perda', owner, ana, bia)
  await device.send(group.jid, { text: 'antes' })
  await bia.waitFor(({ text }) => text === 'antes')
  ana.reinstall()
  const sent = await device.send(group.jid, { text: 'depois' })
  expect(await ana.waitFor(({ id }) => id === sent.key.id)).toMatchObject({ text: 'depois' })
})

test('a group message from the owner’s phone reaches the device as its own and the members', async () => {
  const group = emulator.group('Avisos', owner, ana)
  const id = await owner.typeMessage(group, 'aviso do celular')
  expect((await device.waitForText('aviso do celular')).key).toMatchObject({ id, fromMe: true, remoteJid: group.jid })
  expect(await ana.waitFor((received) => received.id === id)).toMatchObject({ chat: group.jid })
})

test('a quote and a reaction inside a group refer to the right message', async () => {
  const group = emulator.group('Respostas', owner, ana, bia)
  const question = await ana.send(group, 'quem vem?')
  await device.waitForText('quem vem?')
  await bia.send(group, { text: 'eu', quote: question.id })
  const { message } = await device.waitForText('eu')
  expect(message?.extendedTextMessage?.contextInfo).toMatchObject({ stanzaId: question.id, participant: ana.lidJid })
  await bia.send(group, { reaction: '🎉', to: question.id })
  const reaction = await until(() => device.events.find(({ name }) => name === 'messages.reaction'))
  expect(reaction.data).toMatchObject([{ key: { id: question.id, fromMe: false }, reaction: { text: '🎉' } }])
})

test('a new subject, an added and a removed member are sent to the device', async () => {
  const group = emulator.group('Antes', owner, ana)
  group.rename('Depois')
  group.add(bia)
  group.remove(bia)
  const changes = () => device.messages.filter(({ key }) => key.remoteJid === group.jid)
  await until(() => changes().length === 3)
  expect(changes().map(({ messageStubType }) => messageStubType)).toEqual([
    WAMessageStubType.GROUP_CHANGE_SUBJECT,
    WAMessageStubType.GROUP_PARTICIPANT_ADD,
    WAMessageStubType.GROUP_PARTICIPANT_REMOVE,
  ])
  expect((await device.socket.groupMetadata(group.jid)).subject).toBe('Depois')
})
