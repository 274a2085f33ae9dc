import { afterAll, expect, test } from 'bun:test'
import { startEmulator } from '../../emulator/emulator'
import { Device, linkedDevice, until } from './device'

const emulator = await startEmulator()
afterAll(() => emulator.stop())

test('a device linked by QR code receives a text and answers it, with receipts in both directions', async () => {
  const owner = emulator.owner('5511911110001')
  const device = await linkedDevice(emulator, owner.number)
  const ana = emulator.customer('5511922220001', { name: 'Ana' })

  const sent = await ana.send(owner, 'Oi, tudo bem?')
  const received = await device.waitForText('Oi, tudo bem?')
  expect(received).toMatchObject({
    pushName: 'Ana',
    key: { remoteJid: ana.pnJid, remoteJidAlt: ana.lidJid, fromMe: false, id: sent.id, addressingMode: 'pn' },
  })
  await sent.waitForStage('delivered')

  const answer = await device.send(ana.pnJid, { text: 'Tudo, e você?' })
  expect(await ana.inbox.waitFor(({ id }) => id === answer.key.id)).toMatchObject({
    text: 'Tudo, e você?',
    kind: 'text',
  })
  expect(await owner.inbox.waitFor(({ id }) => id === answer.key.id)).toMatchObject({ text: 'Tudo, e você?' })
  const second = await ana.send(owner, 'Tudo!')
  await device.waitForText('Tudo!')
  await second.waitForStage('delivered')
  ana.markRead()
  await until(() => device.status(answer.key.id!) === 4)

  await device.socket.readMessages([received.key])
  await sent.waitForStage('read')
  device.end()
})

test('a server with another certificate root is refused by Baileys', async () => {
  emulator.faults.wrongRoot(true)
  const device = new Device(emulator)
  await until(() => device.closeCode)
  expect(device.closeCode).toBe(400)
  expect(device.qr).toBeUndefined()
  emulator.faults.wrongRoot(false)
})

test('a replayed certificate chain passes an unmodified Baileys, which never compares it with the server key', async () => {
  emulator.faults.replayChain(true)
  const device = new Device(emulator)
  await until(() => device.qr)
  device.end()
  emulator.faults.replayChain(false)
})
