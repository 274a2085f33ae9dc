import { afterAll, afterEach, expect, test } from 'bun:test'
import { startEmulator } from '../../emulator/emulator'
import { Device, linkedDevice, login, memoryAuth, until } from './device'

const emulator = await startEmulator()
afterAll(() => emulator.stop())
afterEach(() => emulator.faults.clear())

const waitForClose = async (device: Device, timeout?: number) => {
  await until(() => device.closeCode !== undefined, timeout)
  return device.closeCode
}

test('a TCP cut, stream errors and a second login end the connection, each with its code', async () => {
  const owner = emulator.owner('5511911110005')
  let device = await linkedDevice(emulator, owner.number)
  emulator.faults.drop(owner.number)
  expect(await waitForClose(device)).toBe(428)
  for (const code of [503, 515, 440]) {
    device = await login(emulator, device.auth)
    emulator.faults.streamError(owner.number, code)
    expect(await waitForClose(device)).toBe(code)
  }
  device = await login(emulator, device.auth)
  const second = await login(emulator, device.auth)
  expect(await waitForClose(device)).toBe(440)
  await emulator.customer('5511922220005').send(owner, 'quem está aí?')
  await second.waitForText('quem está aí?')
  second.end()
})

test('an unlinked device is closed with 401 at once, and again when it logs in', async () => {
  const owner = emulator.owner('5511911110015')
  const device = await linkedDevice(emulator, owner.number)
  owner.unlink()
  expect(await waitForClose(device)).toBe(401)
  expect(await waitForClose(new Device(emulator, device.auth))).toBe(401)
  const again = await linkedDevice(emulator, owner.number)
  await again.socket.logout()
  await until(() => owner.companions.size === 0)
})

test.each([401, 403, 405, 503])(
  'a login with the fault fail(%d) ends with that code until the fault ends',
  async (reason) => {
    const owner = emulator.owner('5511911110025')
    const device = await linkedDevice(emulator, owner.number)
    device.end()
    emulator.faults.fail(reason, owner.number)
    expect(await waitForClose(new Device(emulator, device.auth))).toBe(reason)
    emulator.faults.fail('off', owner.number)
    const back = await login(emulator, device.auth)
    back.end()
  },
)

test('a connection refused by a TCP cut or an HTTP status ends with 408', async () => {
  emulator.faults.refuse('cut')
  expect(await waitForClose(new Device(emulator))).toBe(408)
  emulator.faults.refuse(503)
  expect(await waitForClose(new Device(emulator, memoryAuth(), { connectTimeoutMs: 300 }))).toBe(408)
})

test('a frozen connection passes no message until it is thawed', async () => {
  const owner = emulator.owner('5511911110035')
  const ana = emulator.customer('5511922220035')
  const device = await linkedDevice(emulator, owner.number)
  emulator.faults.freeze(owner.number)
  const sent = await ana.send(owner, 'no gelo')
  await Bun.sleep(100)
  expect(device.messages).toEqual([])
  emulator.faults.thaw(owner.number)
  await device.waitForText('no gelo')
  await sent.waitForStage('delivered')
  device.end()
})

test('a frozen connection does not answer the closing handshake; only terminate() ends it', async () => {
  const owner = emulator.owner('5511911110036')
  const device = await linkedDevice(emulator, owner.number)
  emulator.faults.freeze(owner.number)
  const { socket } = device.socket.ws as unknown as { socket: { close(): void; terminate(): void } }
  socket.close()
  await Bun.sleep(150)
  expect(device.closeCode).toBeUndefined()
  socket.terminate()
  expect(await waitForClose(device)).toBe(428)
  const back = await login(emulator, device.auth)
  back.end()
})

test('a device that is not scanned shows six QR codes and ends with 408', async () => {
  const device = new Device(emulator, memoryAuth(), { qrTimeout: 30 })
  expect(await waitForClose(device)).toBe(408)
  expect(device.events.filter(({ data }) => (data as { qr?: string }).qr)).toHaveLength(6)
})

test('a device is linked by its code, and enterCode with a wrong code rejects', async () => {
  const owner = emulator.owner('5511911110045')
  const auth = memoryAuth()
  const device = new Device(emulator, auth)
  await until(() => device.qr)
  const code = await device.socket.requestPairingCode(owner.number)
  await owner.enterCode(code)
  expect(await waitForClose(device)).toBe(515)
  const linked = await login(emulator, auth)
  await emulator.customer('5511922220045').send(owner, 'com código')
  await linked.waitForText('com código')
  linked.end()

  const other = new Device(emulator)
  await until(() => other.qr)
  await other.socket.requestPairingCode(emulator.owner('5511911110055').number, 'ABCD1234')
  await expect(emulator.owner('5511911110055').enterCode('WXYZ9876')).rejects.toThrow()
  other.end()
})

test('scan of an expired QR code rejects', async () => {
  const qr = 'https://wa.me/settings/linked_devices#2@gone,AAAA,AAAA,AAAA,1'
  await expect(emulator.owner('5511911110065').scan(qr)).rejects.toThrow('expired')
})

test('a device uploads 812 prekeys when linked, and more when few are left', async () => {
  const owner = emulator.owner('5511911110075')
  const device = await linkedDevice(emulator, owner.number)
  const [companion] = owner.companions.values()
  expect(companion!.keys.preKeys).toHaveLength(812)
  companion!.keys.preKeys.splice(5)
  await emulator.customer('5511922220075').send(owner, 'gasta uma')
  await device.waitForText('gasta uma')
  await until(() => companion!.keys.preKeys.length === 9)
  device.end()
})

test('a restarted emulator restores its linked devices, customers and groups', async () => {
  const saved: string[] = []
  const state = { load: () => saved.at(-1), save: (json: string) => void saved.push(json) }
  const before = await startEmulator({ state })
  const device = await linkedDevice(before, '5511911110085')
  const eva = before.customer('5511922220085', { name: 'Eva', addressing: 'lid' })
  await eva.send(before.owner('5511911110085'), 'antes')
  await device.waitForText('antes')
  const answer = await device.send(eva.lidJid, { text: 'resposta' })
  await eva.waitFor(({ id }) => id === answer.key.id)
  const group = before.group('Família', before.owner('5511911110085'), eva)
  await device.send(group.jid, { text: 'no grupo' })
  await eva.waitFor(({ text }) => text === 'no grupo')
  await before.stop()
  await waitForClose(device)

  const after = await startEmulator({ state })
  expect([after.rootKey, after.caPem]).toEqual([before.rootKey, before.caPem])
  const back = await login(after, device.auth)
  const same = after.customer('5511922220085')
  expect(same).toMatchObject({ name: 'Eva', addressing: 'lid', lid: eva.lid })
  await same.send(after.owner('5511911110085'), 'depois')
  await back.waitForText('depois')
  const later = await back.send(same.lidJid, { text: 'ainda aí?' })
  expect(await same.waitFor(({ id }) => id === later.key.id)).toMatchObject({ text: 'ainda aí?' })
  await back.send(group.jid, { text: 'no grupo, depois' })
  await same.waitFor(({ text }) => text === 'no grupo, depois')
  back.end()
  await after.stop()
})

test('other paths on the port are answered by the given handler, or 404', async () => {
  const host = await startEmulator({
    handle: (request) => (new URL(request.url).pathname === '/control' ? new Response('here') : undefined),
  })
  const http = host.url.replace('ws:', 'http:').replace('/ws/chat', '')
  expect(await (await fetch(`${http}/control`)).text()).toBe('here')
  expect((await fetch(`${http}/other`)).status).toBe(404)
  await host.stop()
})
