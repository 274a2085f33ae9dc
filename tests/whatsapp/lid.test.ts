import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { CustomerPhone } from '../../emulator/customer-phone'
import type { OwnerPhone } from '../../emulator/owner-phone'
import { newMessageId } from '../../src/whatsapp/sessions'
import { createSeededRandom } from '../crash/seeded-random'
import { sizeOf } from '../size'
import { createWorld, link, until, type World } from './world'

/** Timeout longer than any wait of these tests. */
const hourMs = 3_600_000
let world: World
let owner: OwnerPhone
let slowWorld: World
let slowOwner: OwnerPhone
beforeAll(async () => {
  world = await createWorld({ options: { timing: { lidAnswer: 300 } } })
  owner = await link(world)
  slowWorld = await createWorld({ emulator: world.emulator, options: { timing: { lidAnswer: hourMs } } })
  slowOwner = await link(slowWorld, '5511911110002')
})
afterAll(async () => {
  await slowWorld.stop()
  await world.stop()
})
afterEach(() => world.emulator.faults.clear())

let people = 0
const createCustomer = (options: Parameters<World['emulator']['customer']>[1] = {}) =>
  world.emulator.customer(`551193333${String(1000 + people++)}`, { name: 'Ana', ...options })
const waitForInbound = (waId: string, { host } = world) =>
  until(`message ${waId}`, () => host.messages.findLast((one) => one.waId === waId))
const bodiesOf = (ana: CustomerPhone, { host } = world) =>
  host.messages.filter(({ chat }) => chat.number === ana.number || chat.lid === ana.lid).map(({ body }) => body)
const countLidQueries = () => world.emulator.journal.stanzas.filter(({ query }) => query?.startsWith('usync')).length
async function send(jid: string, body: string) {
  const waId = newMessageId()
  const written = async (proto: Uint8Array) => world.host.sent.set(waId, proto)
  await world.whatsapp.send(world.connection, { waId, jid, content: { type: 'text', body }, written })
  return waId
}

describe('a customer who writes by number and whose LID must be queried', () => {
  test.each([429, 404, 500])('is received without LID when WhatsApp refuses the query with %d', async (code) => {
    const ana = createCustomer({ tellsLid: 'whenAsked' })
    world.emulator.faults.queries('usync', code)
    const sent = await ana.send(owner, 'Oi')
    expect((await waitForInbound(sent.id)).chat).toMatchObject({ number: ana.number, lid: null })
    await sent.waitForStage('delivered')
    expect(sent.retries).toBe(0)
  })

  test('is received in order and without retries when WhatsApp never answers the query', async () => {
    const ana = createCustomer({ tellsLid: 'whenAsked' })
    world.emulator.faults.queries('usync', 'silent')
    const sent = [await ana.send(owner, '1'), await ana.send(owner, '2'), await ana.send(owner, '3')]
    await Promise.all(sent.map((one) => one.waitForStage('delivered')))
    await waitForInbound(sent[2]?.id ?? '')
    expect(bodiesOf(ana)).toEqual(['1', '2', '3'])
    expect(sent.map(({ retries }) => retries)).toEqual([0, 0, 0])
  })

  test.each([
    ['refuses the query', 'whenAsked', 429],
    ['does not answer the query', 'whenAsked', 'silent'],
    ['answers without a LID', 'never', 'off'],
  ] as const)('is queried once for several messages when WhatsApp %s', async (_, tellsLid, fault) => {
    const ana = createCustomer({ tellsLid })
    world.emulator.faults.queries('usync', fault)
    const before = countLidQueries()
    for (const body of ['1', '2', '3']) await waitForInbound((await ana.send(owner, body)).id)
    expect(countLidQueries() - before).toBe(1)
  })

  test('does not delay other customers while the query has no answer', async () => {
    const [ana, bia] = [createCustomer({ tellsLid: 'whenAsked' }), createCustomer()]
    world.emulator.faults.queries('usync', 'held')
    const waiting = await ana.send(slowOwner, 'Oi')
    const other = await bia.send(slowOwner, 'Olá')
    await other.waitForStage('delivered')
    expect(slowWorld.host.messages.some(({ waId }) => waId === waiting.id)).toBe(false)
    world.emulator.faults.queries('usync', 'off')
    expect((await waitForInbound(waiting.id, slowWorld)).chat).toMatchObject({ number: ana.number, lid: ana.lid })
  })

  test('is received, in order, as soon as a later message contains the LID', async () => {
    const ana = createCustomer({ tellsLid: 'whenAsked' })
    world.emulator.faults.queries('usync', 'silent')
    await ana.send(slowOwner, '1')
    ana.applyOptions({ tellsLid: 'always' })
    const last = await ana.send(slowOwner, '2')
    await waitForInbound(last.id, slowWorld)
    expect(bodiesOf(ana, slowWorld)).toEqual(['1', '2'])
  })

  test('delays later messages of the same group, so that the group keeps its order', async () => {
    const [ana, bia] = [createCustomer({ tellsLid: 'whenAsked' }), createCustomer()]
    await waitForInbound((await bia.send(slowOwner, 'Oi')).id, slowWorld)
    const group = world.emulator.group('Obra', slowOwner, ana, bia)
    group.addressing = 'pn'
    world.emulator.faults.queries('usync', 'held')
    const sent = [await ana.send(group, '1'), await bia.send(group, '2'), await bia.send(slowOwner, '3')]
    await waitForInbound(sent[2]?.id ?? '', slowWorld)
    const inGroup = () => slowWorld.host.messages.filter(({ chat }) => chat.isGroup).map(({ body }) => body)
    expect(inGroup()).toEqual([])
    world.emulator.faults.queries('usync', 'off')
    await until('both', () => inGroup().length === 2)
    expect(inGroup()).toEqual(['1', '2'])
  })

  test('keeps the session when the LID is answered late: the pair is reported, later messages need no retry', async () => {
    const ana = createCustomer({ tellsLid: 'whenAsked' })
    world.emulator.faults.queries('usync', 'held')
    const first = await ana.send(owner, '1')
    expect((await waitForInbound(first.id)).chat).toMatchObject({ number: ana.number, lid: null })
    world.emulator.faults.queries('usync', 'off')
    await until('the pair', () => world.host.pairs.find(({ lid }) => lid === ana.lid))
    expect(world.host.pairs).toContainEqual({ number: ana.number, lid: ana.lid })
    ana.applyOptions({ addressing: 'lid', hideNumber: true })
    const second = await ana.send(owner, '2')
    expect((await waitForInbound(second.id)).chat).toMatchObject({ number: ana.number, lid: ana.lid })
    expect([first.retries, second.retries]).toEqual([0, 0])
  })

  test('keeps the session when a later message contains the LID: both directions continue without a retry', async () => {
    const ana = createCustomer({ tellsLid: 'never' })
    await waitForInbound((await ana.send(owner, '1')).id)
    const before = await send(ana.pnJid, 'Olá')
    await ana.inbox.waitFor(({ id }) => id === before)
    ana.applyOptions({ tellsLid: 'always' })
    const withLid = await ana.send(owner, '2')
    expect((await waitForInbound(withLid.id)).chat).toMatchObject({ number: ana.number, lid: ana.lid })
    ana.applyOptions({ addressing: 'lid', hideNumber: true })
    const last = await ana.send(owner, '3')
    expect((await waitForInbound(last.id)).chat).toMatchObject({ number: ana.number, lid: ana.lid })
    const after = await send(ana.lidJid, 'de novo')
    await ana.inbox.waitFor(({ id }) => id === after)
    expect([withLid.retries, last.retries]).toEqual([0, 0])
    expect(ana.retryRequests).toBe(0)
  })
})

// In the world that waits for each answer: without one, number and LID have two sessions, and a retry comes later.
test('messages of people who alternate between number and LID are received in the order of each person', async () => {
  const random = createSeededRandom('alternating addresses')
  const people = Array.from({ length: sizeOf({ everyday: 20, full: 150 }) }, () => createCustomer())
  for (const customer of people.slice(0, people.length / 2)) await customer.send(slowOwner, 'antes')
  const expected = new Map(people.map((customer) => [customer, [] as string[]]))
  for (let round = 0; round < 4; round++)
    await Promise.all(
      people.map(async (customer) => {
        customer.applyOptions({
          addressing: random.pick(['pn', 'lid'] as const),
          hideNumber: true,
          tellsLid: 'whenAsked',
        })
        await customer.send(slowOwner, `m${round}`)
        expected.get(customer)?.push(`m${round}`)
      }),
    )
  const bodies = (customer: CustomerPhone) => bodiesOf(customer, slowWorld).filter((body) => body !== 'antes')
  await until('all', () => people.every((customer) => bodies(customer).length === 4))
  expect(people.map(bodies)).toEqual(people.map((customer) => expected.get(customer) ?? []))
})

test('sessions under number and LID of one customer are merged, and both addresses continue without a retry', async () => {
  const ana = createCustomer({ tellsLid: 'never', addressing: 'lid', hideNumber: true })
  const answer = async (jid: string) => {
    const waId = await send(jid, 'Olá')
    await ana.inbox.waitFor(({ id }) => id === waId)
  }
  await waitForInbound((await ana.send(owner, 'por LID')).id)
  await answer(ana.lidJid)
  ana.applyOptions({ addressing: 'pn' })
  await waitForInbound((await ana.send(owner, 'por número')).id)
  await answer(ana.pnJid)
  const before = ana.retryRequests
  ana.applyOptions({ tellsLid: 'always' })
  const both = await ana.send(owner, 'ambos')
  expect((await waitForInbound(both.id)).chat).toMatchObject({ number: ana.number, lid: ana.lid })
  await answer(ana.pnJid)
  await answer(ana.lidJid)
  ana.applyOptions({ addressing: 'lid' })
  const last = await ana.send(owner, 'enfim')
  await waitForInbound(last.id)
  expect([both.retries, last.retries, ana.retryRequests - before]).toEqual([0, 0, 0])
})

describe('a customer whose LID WhatsApp never answers', () => {
  test('receives a first message from the product and answers', async () => {
    const ana = createCustomer({ tellsLid: 'never' })
    const waId = await send(ana.pnJid, 'Olá')
    await ana.inbox.waitFor(({ id }) => id === waId)
    const { id } = await ana.send(owner, 'Oi')
    expect((await waitForInbound(id)).chat).toMatchObject({ number: ana.number, lid: null })
  })

  test('receives each answer on every linked device', async () => {
    const ana = createCustomer({ tellsLid: 'never' })
    const web = ana.linkDevice()
    await waitForInbound((await ana.send(owner, 'Oi')).id)
    for (const body of ['um', 'dois']) {
      const waId = await send(ana.pnJid, body)
      for (const { inbox } of [ana, web]) await inbox.waitFor(({ id }) => id === waId)
    }
  })
})
