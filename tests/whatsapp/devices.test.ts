import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { CustomerPhone } from '../../emulator/customer-phone'
import type { OwnerPhone } from '../../emulator/owner-phone'
import { newMessageId } from '../../src/whatsapp/sessions'
import { createWorld, link, until, type World } from './world'

let world: World
let owner: OwnerPhone
beforeAll(async () => {
  world = await createWorld()
  owner = await link(world)
})
afterAll(() => world.stop())
afterEach(() => world.emulator.faults.clear())

let people = 0
/** Customer with a phone and WhatsApp Web, both with a session from one message in each direction. */
async function createCustomerWithSessions(from = owner, by = world) {
  const ana = world.emulator.customer(`551194444${String(1000 + people++)}`, { addressing: 'lid' })
  const web = ana.linkDevice()
  await (await ana.send(from, 'Oi')).waitForStage('delivered')
  await waitForMessageOn(await send(ana, 'Olá', by), ana, web)
  return { ana, web }
}
const textMessage = (jid: string, body: string, waId = newMessageId()) => ({
  waId,
  jid,
  content: { type: 'text', body } as const,
  written: async (proto: Uint8Array) => world.host.sent.set(waId, proto),
})
async function send(ana: CustomerPhone, body: string, by = world) {
  const sent = textMessage(ana.lidJid, body)
  await by.whatsapp.send(by.connection, sent)
  return sent.waId
}
const waitForMessageOn = (waId: string, ...devices: Pick<CustomerPhone, 'inbox'>[]) =>
  Promise.all(devices.map(({ inbox }) => inbox.waitFor(({ id }) => id === waId)))
const countKeyQueries = () => world.emulator.journal.stanzas.filter(({ query }) => query === 'encrypt key').length
/** Waits for acks of notifications, by which a newly linked device is announced. */
const waitForNotificationAcks = (count: number) =>
  until(`${count} notifications acknowledged`, () => {
    const acks = world.emulator.journal.stanzas.filter(
      ({ tag, class: kind }) => tag === 'ack' && kind === 'notification',
    )
    return acks.length >= count
  })
const countNotificationAcks = () =>
  world.emulator.journal.stanzas.filter(({ tag, class: kind }) => tag === 'ack' && kind === 'notification').length

test('a phone whose session is dropped while a message is encrypted gets that message with a new session', async () => {
  const { ana, web } = await createCustomerWithSessions()
  ana.switchOff()
  const first = await send(ana, 'um')
  await waitForMessageOn(first, web)
  const before = countNotificationAcks()
  const late = ana.linkDevice()
  await waitForNotificationAcks(before + 1)
  world.emulator.faults.queries('encrypt', 'held')
  const asked = countKeyQueries()
  const sending = send(ana, 'dois')
  await until('the keys of the new device asked for', () => countKeyQueries() === asked + 1)
  ana.reinstall({ isTold: false })
  ana.switchOn()
  await until('the keys of the phone asked for', () => countKeyQueries() === asked + 2)
  world.emulator.faults.queries('encrypt', 'off')
  await waitForMessageOn(await sending, ana, web, late)
  await waitForMessageOn(first, ana)
})

test('a message that one device cannot get for lack of keys fails, and its repetition reaches all devices once', async () => {
  // Two queries run into this timeout. It must still be long enough for a login on a busy machine.
  const brief = await createWorld({ emulator: world.emulator, options: { timing: { query: 3_000 } } })
  const { ana, web } = await createCustomerWithSessions(await link(brief, '5511911110003'), brief)
  const before = countNotificationAcks()
  const late = ana.linkDevice()
  await waitForNotificationAcks(before + 1)
  world.emulator.faults.queries('encrypt', 'silent')
  const sent = textMessage(ana.lidJid, 'para todos')
  const failed = await brief.whatsapp.send(brief.connection, sent).catch((error) => error)
  expect(failed).toMatchObject({ code: 'ERR_SENDING_WAPP_MSG' })
  world.emulator.faults.queries('encrypt', 'off')
  await brief.whatsapp.send(brief.connection, sent)
  await waitForMessageOn(sent.waId, ana, web, late)
  expect(ana.inbox.filter(({ id }) => id === sent.waId)).toHaveLength(1)
  await brief.stop()
})

test('a device unlinked without a notification delays nothing; the devices are listed again', async () => {
  const { ana, web } = await createCustomerWithSessions()
  const before = countNotificationAcks()
  const gone = ana.linkDevice()
  await waitForNotificationAcks(before + 1)
  ana.unlinkDevice(gone, { isTold: false })
  const sent = textMessage(ana.lidJid, 'sem ele')
  await world.whatsapp.send(world.connection, sent).catch(() => world.whatsapp.send(world.connection, sent))
  await waitForMessageOn(sent.waId, ana, web)
})

test('a send that waits for keys does not delay other chats of the number', async () => {
  const { ana } = await createCustomerWithSessions()
  const bia = world.emulator.customer(`551194444${String(1000 + people++)}`)
  world.emulator.faults.queries('encrypt', 'held')
  const asked = countKeyQueries()
  const waiting = textMessage(bia.pnJid, 'primeira vez')
  const sending = world.whatsapp.send(world.connection, waiting)
  await until('the keys asked for', () => countKeyQueries() > asked)
  await waitForMessageOn(await send(ana, 'sem esperar'), ana)
  world.emulator.faults.queries('encrypt', 'off')
  await sending
  await waitForMessageOn(waiting.waId, bia)
})
