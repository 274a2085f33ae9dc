import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { CustomerPhone } from '../../emulator/customer-phone'
import { newMessageId } from '../../src/whatsapp/sessions'
import { createLeaseDatabase, type LeaseDatabase } from '../core/nodes/lease-database'
import { type Cluster, type ClusterNode, createCluster, linkAt } from './cluster-world'
import { until } from './world'

let database: LeaseDatabase
let cluster: Cluster
let a: ClusterNode
let b: ClusterNode
let owner: Awaited<ReturnType<typeof linkAt>>
beforeAll(async () => {
  database = await createLeaseDatabase()
}, 300_000)
afterAll(() => database.stop())
beforeEach(async () => {
  cluster = await createCluster(database)
  a = await cluster.addNode()
  owner = await linkAt(a, cluster, '5511911110001')
  b = await cluster.addNode()
}, 300_000)
afterEach(() => cluster.stop(), 60_000)

const isOpenAt = ({ whatsapp, leases }: ClusterNode) =>
  leases.holds(cluster.connection.whatsappId) && whatsapp.isOpen(cluster.connection)

/** Ids of the stored messages in the order in which any node stored them first; the product stores each id once. */
const storedIds = () => {
  const all = [a, b].flatMap(({ host }) => host.messages.map(({ waId }) => waId))
  return [...new Set(all)]
}

const send = async ({ whatsapp }: ClusterNode, to: CustomerPhone, body: string) => {
  const waId = newMessageId()
  await whatsapp.send(cluster.connection, { waId, jid: to.lidJid, content: { type: 'text', body } })
  return waId
}

/** Customers who write without a pause until `stop` is called, which returns the ids of each in the order of writing. */
function keepWriting(people: CustomerPhone[]) {
  let isStopped = false
  const chats = people.map(async (person) => {
    const ids: string[] = []
    while (!isStopped) {
      ids.push((await person.send(owner, `mensagem ${ids.length}`)).id)
      await Bun.sleep(20)
    }
    return ids
  })
  return () => {
    isStopped = true
    return Promise.all(chats)
  }
}

const createPeople = () =>
  Array.from({ length: 4 }, (_, n) =>
    cluster.emulator.customer(`551193333000${n}`, { addressing: n % 2 ? 'lid' : 'pn' }),
  )

async function expectAllOnceInOrder(chats: string[][]) {
  const sent = chats.flat()
  await until(`all ${sent.length}, but ${storedIds().length}`, () => storedIds().length === sent.length)
  for (const ids of chats) expect(storedIds().filter((id) => ids.includes(id))).toEqual(ids)
}

test('another node takes over from one that does not renew its lease: messages written meanwhile arrive, in order', async () => {
  const people = createPeople()
  const stop = keepWriting(people)
  await until('the first messages', () => storedIds().length > 20)
  a.cutLeases()
  await cluster.pass(15_000)
  await until('the session elsewhere', () => {
    expect([a, b].filter(({ leases }) => leases.holds(1)).length).toBeLessThan(2)
    return isOpenAt(b)
  })
  expect(b.host.states.filter(({ number }) => number === null)).toEqual([]) // the stored number remains meanwhile
  const [person] = people as [CustomerPhone]
  const answer = await send(b, person, 'resposta')
  await person.inbox.waitFor(({ id }) => id === answer)
  const chats = await stop()
  const { id: late } = await person.send(owner, 'depois')
  await expectAllOnceInOrder([...chats, [late]])
  expect([a, b].map(({ host }) => host.messages.some(({ waId }) => waId === late))).toEqual([false, true])
}, 300_000)

test('a former holder whose clock stands still stores no key, no receipt and no state', async () => {
  const people = createPeople()
  const stop = keepWriting(people)
  await until('the first messages', () => storedIds().length > 20)
  a.stopClock()
  await cluster.pass(20_000)
  await until('the session elsewhere', () => isOpenAt(b))
  await until('the end at the former holder', () => !isOpenAt(a))
  const states = a.host.states.length
  await Bun.sleep(200)
  await expectAllOnceInOrder(await stop())
  expect(a.host.states.slice(states)).toEqual([])
  expect(a.host.states.some(({ reason }) => reason === 'replaced')).toBe(false)
  const answer = await send(b, people[0] as CustomerPhone, 'resposta')
  await people[0]?.inbox.waitFor(({ id }) => id === answer)
}, 300_000)

test('a node that leaves hands its session over: messages written meanwhile arrive, in order', async () => {
  const stop = keepWriting(createPeople())
  await until('the first messages', () => storedIds().length > 20)
  await a.stop()
  await until('the session elsewhere', () => isOpenAt(b))
  await Bun.sleep(200)
  await expectAllOnceInOrder(await stop())
}, 300_000)

test('a call to a node that hands its session over runs at the next one', async () => {
  const [person] = createPeople() as [CustomerPhone]
  const [received, mayStore] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const store = a.host.onInbound.bind(a.host)
  a.host.onInbound = async (...given) => {
    received.resolve()
    await mayStore.promise
    await store(...given)
  }
  await person.send(owner, 'Oi')
  await received.promise
  const handOver = a.leases.release(1)
  await database.admin.unsafe('update connections set "shouldConnect" = 0')
  const loggedOut = b.whatsapp.logout(cluster.connection)
  await Bun.sleep(200)
  mayStore.resolve()
  await handOver
  await loggedOut
  expect(b.host.lastStateOf(1)?.status).toBe('DISCONNECTED')
  expect(storedIds()).toHaveLength(1)
}, 300_000)

test('a node that has no session knows its state and calls its holder', async () => {
  const [person] = createPeople() as [CustomerPhone]
  await until('the state', () => b.whatsapp.isOpen(cluster.connection))
  expect(b.leases.holds(1)).toBe(false)
  await person.send(owner, 'Oi')
  await until('the message', () => storedIds().length === 1)
  expect(await b.whatsapp.onWhatsApp(cluster.connection, [person.number])).toEqual([
    { number: person.number, jid: expect.any(String) },
  ])
  await b.whatsapp.typing(cluster.connection, person.pnJid, 'composing')
  await until('the typing', () => person.presence.some(({ state }) => state === 'composing'))
  await expect(b.whatsapp.groupSubject(cluster.connection, '1@g.us')).resolves.toBe(null)
  await expect(b.whatsapp.pair(cluster.connection, '5511911110001')).rejects.toThrow('ERR_WAPP_STATE')
  await expect(send(b, person, 'x')).rejects.toThrow('ERR_WAPP_NOT_INITIALIZED')
  await database.admin.unsafe('update connections set "shouldConnect" = 0')
  await b.whatsapp.logout(cluster.connection)
  expect(a.host.lastStateOf(1)?.status).toBe('DISCONNECTED')
  await until('the state', () => !b.whatsapp.isOpen(cluster.connection))
  expect(a.leases.holds(1)).toBe(false)
  await b.whatsapp.start(cluster.connection)
  expect([a.leases.holds(1), b.leases.holds(1)]).toEqual([false, true])
  await until('a QR code', () => b.host.lastStateOf(1)?.status === 'qrcode')
}, 300_000)

test('a drained node logs out a number whose session no node has', async () => {
  await database.admin.unsafe('update connections set "shouldConnect" = 0')
  await database.admin.unsafe(`update nodes set state = 'drained' where id = '${a.id}'`)
  await a.leases.renew()
  const holders = () => database.admin.unsafe(`select 1 from leases where node <> ''`)
  await until('the end of the lease', async () => (await holders()).length === 0)
  expect(a.leases.isDrained).toBe(true)
  await a.whatsapp.logout(cluster.connection)
  expect(a.host.lastStateOf(1)?.status).toBe('DISCONNECTED')
  expect(await holders()).toHaveLength(0)
}, 300_000)
