import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newMessageId } from '../../src/whatsapp/sessions'
import { maxConcurrentHandshakes } from '../crash/reconnect-storm'
import { createWorld, link, until, type World, waitForStatus } from './world'

let world: World
const connectionCount = 20
beforeAll(async () => {
  world = await createWorld({ connections: connectionCount })
})
afterAll(() => world.stop())

test('a full disk ends the session without receipts; once writes succeed, all messages arrive once and in order', async () => {
  const owner = await link(world)
  const ana = world.emulator.customer('5511922220001')
  const first = await ana.send(owner, 'antes')
  await first.waitForStage('delivered')
  const { write } = world.store
  world.store.write = () => Promise.reject(new Error('ERR_STORAGE'))
  const sent = await Promise.all(Array.from({ length: 5 }, (_, at) => ana.send(owner, `cheio ${at}`)))
  await until('ended', () => !world.whatsapp.isOpen(world.connection))
  await Bun.sleep(300)
  expect(sent.some((message) => message.reached('delivered'))).toBe(false)
  world.store.write = write
  await until('everything', () => world.host.messages.length === 6)
  expect(world.host.messages.map(({ body }) => body)).toEqual(['antes', ...sent.map((_, at) => `cheio ${at}`)])
  await sent.at(-1)?.waitForStage('delivered')
})

test('a receipt is acknowledged only after it is stored, without delaying other stanzas', async () => {
  const { host, emulator, whatsapp, connection } = world
  const owner = emulator.owner('5511911110001')
  const ana = emulator.customer('5511922220002')
  const waId = newMessageId()
  await (await ana.send(owner, 'Oi')).waitForStage('delivered')
  const stored = Promise.withResolvers<void>()
  await whatsapp.send(connection, { waId, jid: ana.pnJid, content: { type: 'text', body: 'Olá' } })
  await ana.inbox.waitFor(({ id }) => id === waId)
  await until('delivered', () => host.lastAckOf(waId)?.ack === 2)
  const confirmed = () =>
    emulator.journal.stanzas.some(({ tag, id, type }) => tag === 'ack' && id === waId && type === 'read')
  host.ackGate = stored.promise
  ana.markRead()
  await (await ana.send(owner, 'e então?')).waitForStage('delivered')
  expect(confirmed()).toBe(false)
  stored.resolve()
  host.ackGate = undefined
  await until('confirmed', confirmed)
  expect(host.lastAckOf(waId)).toMatchObject({ ack: 3 })
})

test('twenty numbers reconnect after a restart with at most five handshakes at a time', async () => {
  const ids = Array.from({ length: connectionCount }, (_, at) => at + 1)
  const numberOf = (id: number) => `55119111100${String(id).padStart(2, '0')}`
  for (const id of ids.slice(1)) await link(world, numberOf(id), id)
  await world.restart()
  const before = world.emulator.journal.connections.length
  const statesBefore = world.host.states.length
  await world.whatsapp.startAll(ids.map(world.ref))
  await Promise.all(ids.map((id) => waitForStatus(world, 'CONNECTED', undefined, id)))
  expect(maxConcurrentHandshakes(world.emulator.journal.connections.slice(before))).toBeLessThanOrEqual(5)
  expect(world.host.states.slice(statesBefore).filter(({ number }) => number === null)).toEqual([])
  const ana = world.emulator.customer('5511922229999')
  for (const id of ids.slice(1)) await ana.send(world.emulator.owner(numberOf(id)), `para ${id}`)
  await until(
    'all heard',
    () => world.host.messages.filter(({ body }) => body.startsWith('para')).length === connectionCount - 1,
  )
  const heard = world.host.batches.flatMap(({ whatsappId, batch }) =>
    batch.flatMap((one) => (one.type === 'message' && one.body.startsWith('para') ? [[whatsappId, one.body]] : [])),
  )
  for (const [whatsappId, body] of heard) expect(body).toBe(`para ${whatsappId}`)
})
