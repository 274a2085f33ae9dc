import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { startEmulator } from '../../emulator/emulator'
import { type Device, linkedDevice, until } from './device'

const emulator = await startEmulator()
const owner = emulator.owner('5511911110061')
let device: Device
beforeAll(async () => {
  device = await linkedDevice(emulator, owner.number)
})
afterEach(() => emulator.faults.clear())
afterAll(() => {
  device.end()
  return emulator.stop()
})

test('messages reach the phone and WhatsApp Web of a customer, and a device linked later', async () => {
  const ana = emulator.customer('5511922220061', { addressing: 'lid' })
  const web = ana.linkDevice()
  const { id } = await ana.send(owner, 'Oi')
  const { key } = await device.waitForMessage((message) => message.key.id === id)
  const first = await device.send(key.remoteJid!, { text: 'Olá' })
  for (const { inbox } of [ana, web]) await inbox.waitFor((message) => message.id === first.key.id)
  const second = ana.linkDevice()
  await until(() => device.events.length > 0)
  await waitForAckOf('notification', 'ack')
  const next = await device.send(key.remoteJid!, { text: 'de novo' })
  for (const { inbox } of [ana, web, second]) await inbox.waitFor((message) => message.id === next.key.id)
})

const waitForAckOf = (kind: string, tag: string) =>
  until(() => emulator.journal.stanzas.some((record) => record.tag === tag && record.class === kind))

test('a linked device that cannot decrypt a message asks for it again and receives it', async () => {
  const bia = emulator.customer('5511922220062')
  const web = bia.linkDevice()
  await bia.send(owner, 'Oi')
  await device.waitForText('Oi')
  await device.send(bia.pnJid, { text: 'um' })
  await web.inbox.waitFor(({ text }) => text === 'um')
  web.forgetSessions(owner.companions.values())
  await device.send(bia.pnJid, { text: 'dois' })
  await web.inbox.waitFor(({ text }) => text === 'dois')
})

test('queries are refused with a code, held until released, or never answered', async () => {
  const ask = () => device.socket.onWhatsApp('5511922220061')
  emulator.faults.queries('usync', 429)
  expect(await ask().catch((error) => error.data)).toBe(429)
  emulator.faults.queries('usync', 'held')
  const held = ask()
  expect(await Promise.race([held, Bun.sleep(50)])).toBeUndefined()
  emulator.faults.queries('usync', 'off')
  expect(await held).toMatchObject([{ exists: true }])
  emulator.faults.queries('usync', 'silent')
  const never = ask().catch(() => [])
  expect(await Promise.race([never, Bun.sleep(50)])).toBeUndefined()
  emulator.faults.queries('usync', 'off')
  expect(await ask()).toMatchObject([{ exists: true }])
})

test.each([
  ['always', true, true],
  ['whenAsked', false, true],
  ['never', false, false],
] as const)(
  'a LID with tellsLid %s is in stanzas and usync answers accordingly',
  async (tellsLid, inStanza, whenAsked) => {
    const caio = emulator.customer(`551192222007${tellsLid.length}`, { tellsLid })
    const { id } = await caio.send(owner, 'Oi')
    const { key } = await device.waitForMessage((message) => message.key.id === id)
    expect(key.remoteJidAlt).toBe(inStanza ? caio.lidJid : undefined)
    const lid = await device.socket.signalRepository.lidMapping.getLIDForPN(caio.pnJid)
    expect(lid).toBe(whenAsked ? caio.lidJid : null)
  },
)
