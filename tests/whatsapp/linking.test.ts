import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createWorld, until, type World, waitForStatus } from './world'

let world: World
beforeAll(async () => {
  world = await createWorld({ connections: 5 })
})
afterAll(() => world.stop())

test('a connection without credentials is linked by pairing code', async () => {
  const code = await world.whatsapp.pair(world.ref(1), '+55 (11) 91111-0001')
  expect(code).toMatch(/^[A-Z0-9]{8}$/)
  await waitForStatus(world, 'PAIRING', 'scanQr', 1)
  await world.emulator.owner('5511911110001').enterCode(code)
  expect(await waitForStatus(world, 'CONNECTED', undefined, 1)).toMatchObject({
    number: '5511911110001',
    pairingCode: '',
  })
})

test('QR codes expire after six, and start() shows a new one', async () => {
  // Six codes of 500 ms: three seconds to scan one.
  const brief = await createWorld({ emulator: world.emulator, options: { timing: { qrLife: 500 } } })
  await brief.whatsapp.start(brief.connection)
  await waitForStatus(brief, 'DISCONNECTED', 'qrExpired')
  const shown = brief.host.states.filter(({ status }) => status === 'qrcode')
  expect(new Set(shown.map(({ qrcode }) => qrcode)).size).toBe(shown.length)
  expect(shown.length).toBeGreaterThan(3)
  await brief.whatsapp.start(brief.connection)
  const { qrcode } = await waitForStatus(brief, 'qrcode', 'scanQr')
  await world.emulator.owner('5511911110002').scan(qrcode)
  await waitForStatus(brief, 'CONNECTED')
  await brief.stop()
})

test('an unused pairing code does not prevent linking by QR code', async () => {
  await world.whatsapp.pair(world.ref(3), '5511911110003')
  await world.whatsapp.stop(world.ref(3))
  await world.whatsapp.start(world.ref(3))
  const { qrcode } = await waitForStatus(world, 'qrcode', 'scanQr', 3)
  await world.emulator.owner('5511911110003').scan(qrcode)
  await waitForStatus(world, 'CONNECTED', undefined, 3)
})

test.each([{ qrWait: 300 }, { connect: 300 }])(
  'a server that sends nothing within %p is reported as unreachable, and pair() rejects',
  async (timing) => {
    const silent = Bun.serve({
      port: 0,
      fetch: (request, server) => (server.upgrade(request) ? undefined : new Response('')),
      websocket: { message() {} },
    })
    const lonely = await createWorld({
      emulator: world.emulator,
      options: { url: `ws://127.0.0.1:${silent.port}`, timing },
    })
    await expect(lonely.whatsapp.pair(lonely.connection, '5511911110009')).rejects.toMatchObject({
      code: 'ERR_WAPP_NOT_INITIALIZED',
    })
    await until('unreachable', () => lonely.host.states.some(({ reason }) => reason === 'unreachable'))
    expect(lonely.host.states.find(({ reason }) => reason === 'unreachable')).toMatchObject({ status: 'TIMEOUT' })
    await lonely.stop()
    await silent.stop(true)
  },
)

test('a login without a link is never CONNECTED and is retried until a QR code is sent', async () => {
  const { emulator } = world
  const unlinked = await createWorld({ emulator })
  emulator.faults.admitUnlinked(true)
  await unlinked.whatsapp.start(unlinked.connection)
  await until('two tries', () => (unlinked.host.lastStateOf(1)?.retries ?? 0) >= 2)
  expect(unlinked.host.states.map(({ status }) => status)).not.toContain('CONNECTED')
  expect(unlinked.host.lastStateOf(1)).toMatchObject({
    status: 'TIMEOUT',
    reason: 'unreachable',
  })
  emulator.faults.admitUnlinked(false)
  const offered = await waitForStatus(unlinked, 'qrcode', 'scanQr')
  expect(offered).toMatchObject({ number: null, lid: null })
  await emulator.owner('5511911110008').scan(offered.qrcode)
  expect(await waitForStatus(unlinked, 'CONNECTED')).toMatchObject({ number: '5511911110008' })
  await unlinked.stop()
})

test('eight concurrent start() calls open one socket', async () => {
  await Promise.all(Array.from({ length: 8 }, () => world.whatsapp.start(world.ref(4))))
  const { qrcode } = await waitForStatus(world, 'qrcode', 'scanQr', 4)
  const owner = world.emulator.owner('5511911110004')
  await owner.scan(qrcode)
  await waitForStatus(world, 'CONNECTED', undefined, 4)
  await Promise.all(Array.from({ length: 8 }, () => world.whatsapp.start(world.ref(4))))
  expect(world.emulator.stats('5511911110004').connections).toBe(1)
})

test('logout() unlinks the device and erases its keys', async () => {
  await world.whatsapp.start(world.ref(5))
  await world.emulator.owner('5511911110005').scan((await waitForStatus(world, 'qrcode', 'scanQr', 5)).qrcode)
  await waitForStatus(world, 'CONNECTED', undefined, 5)
  await world.whatsapp.logout(world.ref(5))
  expect(world.host.lastStateOf(5)).toMatchObject({ status: 'DISCONNECTED', reason: 'stoppedByUser', number: null })
  expect(world.host.states.filter(({ reason }) => reason === 'loggedOut')).toEqual([])
  const left = await world.store.read.kysely.selectFrom('wa_keys').select('keyId').where('whatsappId', '=', 5).execute()
  expect(left).toEqual([])
  await until('unlinked', () => world.emulator.stats('5511911110005').connections === 0)
})

const storedCreds = (whatsappId: number) =>
  world.store.read.kysely.selectFrom('wa_creds').select('creds').where('whatsappId', '=', whatsappId).execute()

async function damageCreds(whatsappId: number) {
  const creds = (await storedCreds(whatsappId))[0]?.creds.with(20, 0).with(21, 0) ?? new Uint8Array()
  await world.store.write(({ kysely }) =>
    kysely.updateTable('wa_creds').set({ creds }).where('whatsappId', '=', whatsappId).execute(),
  )
}

test('a connection stopped at any moment of a start that fails stays stopped', async () => {
  const connection = world.ref(4)
  await world.whatsapp.stop(connection)
  await damageCreds(4)
  let failedFirst = false
  for (let turns = 0; turns < 1000 && !failedFirst; turns++) {
    await world.whatsapp.start(connection)
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    failedFirst = world.host.lastStateOf(4)?.reason === 'badSession'
    await world.whatsapp.stop(connection)
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(world.host.lastStateOf(4)).toMatchObject({ status: 'DISCONNECTED', reason: 'stoppedByUser' })
  }
  expect(failedFirst).toBe(true)
})

test('credentials that do not decrypt stop the session as badSession and are kept until startFresh()', async () => {
  const rows = () => storedCreds(4)
  await world.whatsapp.stop(world.ref(4))
  await damageCreds(4)
  await world.whatsapp.start(world.ref(4))
  await waitForStatus(world, 'DISCONNECTED', 'badSession', 4)
  expect(await rows()).toHaveLength(1)
  await world.whatsapp.startFresh(world.ref(4))
  await waitForStatus(world, 'qrcode', 'scanQr', 4)
})
