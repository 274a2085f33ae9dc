import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { OwnerPhone } from '../../emulator/owner-phone'
import type { Inbound, InboundEncrypted } from '../../src/whatsapp/received'
import { createWorld, link, until, type World } from './world'

let world: World
let owner: OwnerPhone
beforeAll(async () => {
  world = await createWorld()
  owner = await link(world)
})
afterAll(() => world.stop())

let people = 0
const createCustomer = (options: Parameters<World['emulator']['customer']>[1] = {}) =>
  world.emulator.customer(`551193333${String(1000 + people++)}`, { name: 'Ana', ...options })
const waitForInbound = <T extends Inbound['type'] = 'message'>(waId: string, type = 'message' as T) =>
  until(`${type} ${waId}`, () =>
    world.host.inbound.findLast((one): one is Extract<Inbound, { type: T }> => one.type === type && one.waId === waId),
  )
const protoOf = async (waId: string) => (await waitForInbound(waId)).proto
/** Opens the content with the stored form of its target. */
const openWith = async (waId: string, targetWaId: string) => {
  const encrypted: InboundEncrypted = await waitForInbound(waId, 'encrypted')
  return encrypted.open(await protoOf(targetWaId))
}

test.each([
  ['by number', { addressing: 'pn' }],
  ['by LID', { addressing: 'lid' }],
  ['by LID with the number hidden', { addressing: 'lid', hideNumber: true }],
] as const)(
  'an encrypted edit of a customer who writes %s is opened with the secret of the message',
  async (_, options) => {
    const ana = createCustomer(options)
    const { id } = await ana.send(owner, 'Quero 2 bolos')
    await waitForInbound(id)
    const edit = await ana.send(owner, { edit: id, text: 'Quero 20 bolos', encrypted: true })
    expect(await openWith(edit.id, id)).toMatchObject({ type: 'edit', targetWaId: id, body: 'Quero 20 bolos' })
  },
)

test('an encrypted edit of a caption is opened', async () => {
  const ana = createCustomer()
  const { id } = await ana.send(owner, { image: Buffer.from('x'), caption: 'dois' })
  const edit = await ana.send(owner, { edit: id, text: 'vinte', encrypted: true })
  expect(await openWith(edit.id, id)).toMatchObject({ type: 'edit', targetWaId: id, body: 'vinte' })
})

test('an encrypted edit in a group is opened', async () => {
  const ana = createCustomer()
  const group = world.emulator.group('Turma', owner, ana)
  const { id } = await ana.send(group, 'às 8')
  await waitForInbound(id)
  const edit = await ana.send(group, { edit: id, text: 'às 9', encrypted: true })
  expect(await openWith(edit.id, id)).toMatchObject({ type: 'edit', body: 'às 9', participant: { number: ana.number } })
})

test('an encrypted edit on the owner’s phone is opened with the secret that stands beside the copy', async () => {
  const ana = createCustomer()
  const id = await owner.typeMessage(ana, 'Custa 10')
  await waitForInbound(id)
  const edit = await owner.typeMessage(ana, { edit: id, text: 'Custa 12', encrypted: true })
  expect(await openWith(edit, id)).toMatchObject({ type: 'edit', targetWaId: id, body: 'Custa 12', fromMe: true })
})

test.each(['pn', 'lid'] as const)(
  'an encrypted edit on the owner’s phone of a message that the product sent by %s is opened',
  async (addressing) => {
    const ana = createCustomer({ addressing })
    const { chat } = await waitForInbound((await ana.send(owner, 'Quanto custa?')).id)
    const waId = `3EB0${crypto.randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`
    let sent: Uint8Array | undefined
    const written = async (proto: Uint8Array) => {
      sent = proto
    }
    await world.whatsapp.send(world.connection, {
      waId,
      jid: chat.jid,
      content: { type: 'text', body: 'Custa 10' },
      written,
    })
    await ana.inbox.waitFor(({ id }) => id === waId)
    const edit = await owner.typeMessage(ana, { edit: waId, text: 'Custa 12', encrypted: true })
    const encrypted = await waitForInbound(edit, 'encrypted')
    expect(encrypted.open(sent as Uint8Array)).toMatchObject({ type: 'edit', body: 'Custa 12', fromMe: true })
  },
)

test('with the secret of another message an edit stays closed', async () => {
  const [ana, bia] = [createCustomer(), createCustomer()]
  const { id } = await ana.send(owner, 'um')
  const other = await bia.send(owner, 'dois')
  const edit = await ana.send(owner, { edit: id, text: 'três', encrypted: true })
  expect(await openWith(edit.id, other.id)).toBeNull()
})

test('a vote in a poll of the owner’s phone, and one in a customer’s own poll, are opened', async () => {
  const ana = createCustomer()
  const mine = await owner.typeMessage(ana, { poll: 'Qual sabor?', options: ['Chocolate', 'Morango'] })
  const { detail } = await waitForInbound(mine)
  const [, strawberry] = (detail as { poll: { options: { id: string }[] } }).poll.options
  const vote = await ana.send(owner, { vote: mine, options: ['Morango'] })
  expect(await openWith(vote.id, mine)).toMatchObject({ type: 'vote', targetWaId: mine, choices: [strawberry?.id] })
  const theirs = (await ana.send(owner, { poll: 'Quando?', options: ['Hoje', 'Amanhã'] })).id
  const own = await owner.typeMessage(ana, { vote: theirs, options: ['Hoje', 'Amanhã'] })
  expect(await openWith(own, theirs)).toMatchObject({ type: 'vote', fromMe: true, choices: { length: 2 } })
})
