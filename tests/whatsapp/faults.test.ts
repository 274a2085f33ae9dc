import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { log } from '../../src/core/log'
import { loadBaileys } from '../../src/whatsapp/baileys'
import { newMessageId } from '../../src/whatsapp/sessions'
import { genuineChain } from './genuine-chain'
import { createWorld, link, until, type World, waitForStatus } from './world'

const numbers = Array.from({ length: 14 }, (_, at) => `55119111100${String(at + 10)}`)
/** Timeouts in ms longer than any wait of these tests, so that no fault is noticed by a timeout. */
const longTimeouts = { connect: 120_000, openWait: 120_000 }
let world: World
let next = 0
beforeAll(async () => {
  world = await createWorld({ connections: numbers.length, options: { timing: longTimeouts } })
})
afterAll(() => world.stop())
afterEach(() => world.emulator.faults.clear())

/** Links the next connection, so that each test has its own. */
async function linkNext() {
  const whatsappId = ++next
  const number = numbers[next - 1] as string
  const owner = await link(world, number, whatsappId)
  return { whatsappId, number, owner, connection: world.ref(whatsappId) }
}
const listCreds = (whatsappId: number) =>
  world.store.read.kysely.selectFrom('wa_creds').select('whatsappId').where('whatsappId', '=', whatsappId).execute()
/** Number of connection records of this number in the emulator's journal. */
const countConnectionRecords = (number: string) =>
  world.emulator.journal.connections.filter((each) => each.number === number).length
/** Number of times this connection became CONNECTED. */
const countOpenings = (whatsappId: number) =>
  world.host.states.filter((state) => state.whatsappId === whatsappId && state.status === 'CONNECTED').length

test('a damaged message that is resent is logged at info, not as a warning or error', async () => {
  const lines: [level: string, text: unknown][] = []
  const record =
    (level: string) =>
    (...values: unknown[]) =>
      void lines.push([level, values.at(-1)])
  const child = { debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') }
  const spy = spyOn(log, 'child').mockReturnValue(child as never)
  const { owner, whatsappId } = await linkNext()
  spy.mockRestore()
  world.emulator.faults.undecryptable(2)
  const sent = await world.emulator.customer('5511922227703').send(owner, 'estragada')
  await until('the message', () =>
    world.host.messages.find((one) => one.waId === sent.id && !one.stub && one.body === 'estragada'),
  )
  expect(sent.retries).toBeGreaterThan(0)
  expect(lines).toContainEqual(['info', 'failed to decrypt message'])
  expect(lines.filter(([level]) => level === 'warn' || level === 'error')).toEqual([])
  expect(world.whatsapp.isOpen(world.ref(whatsappId))).toBe(true)
})

test('a cut connection is reported as unreachable and reconnects', async () => {
  const { whatsappId, number } = await linkNext()
  world.emulator.faults.drop(number)
  await waitForStatus(world, 'TIMEOUT', 'unreachable', whatsappId)
  await waitForStatus(world, 'CONNECTED', undefined, whatsappId)
})

test('a frozen network is reported as unreachable after the silence timeout, and the session reconnects', async () => {
  const quick = await createWorld({ options: { timing: { keepAlive: 1_000, silence: 2_000 } } })
  const { number } = await link(quick)
  quick.emulator.faults.freeze(number)
  await waitForStatus(quick, 'TIMEOUT', 'unreachable')
  expect(quick.whatsapp.isOpen(quick.connection)).toBe(false)
  quick.emulator.faults.thaw(number)
  await waitForStatus(quick, 'CONNECTED')
  await quick.stop()
})

test('a session opened elsewhere stops, keeps its keys and reconnects only after start()', async () => {
  const { whatsappId, number, connection } = await linkNext()
  world.emulator.faults.streamError(number, 440)
  await waitForStatus(world, 'DISCONNECTED', 'replaced', whatsappId)
  // The server may notice the end a moment later.
  await until('the end of the connection', () => world.emulator.stats(number).connections === 0)
  const before = countConnectionRecords(number)
  await Bun.sleep(600)
  expect(countConnectionRecords(number)).toBe(before)
  expect(await listCreds(whatsappId)).toHaveLength(1)
  await world.whatsapp.start(connection)
  await waitForStatus(world, 'CONNECTED', undefined, whatsappId)
})

test('a session unlinked on the phone stops, its credentials are erased, and it can be linked again', async () => {
  const { whatsappId, number, owner, connection } = await linkNext()
  world.emulator.faults.streamError(number, 401)
  await waitForStatus(world, 'DISCONNECTED', 'loggedOut', whatsappId)
  await until('erased', async () => (await listCreds(whatsappId)).length === 0)
  expect(world.host.lastStateOf(whatsappId)).toMatchObject({ number: null, lid: null })
  await world.whatsapp.startFresh(connection)
  await owner.scan((await waitForStatus(world, 'qrcode', 'scanQr', whatsappId)).qrcode)
  await waitForStatus(world, 'CONNECTED', undefined, whatsappId)
})

test.each([
  [403, 'banned'],
  [405, 'versionTooOld'],
])('a login refused with %d stops the session as %s and keeps the credentials', async (code, reason) => {
  const { whatsappId, number } = await linkNext()
  world.emulator.faults.fail(code, number)
  world.emulator.faults.drop(number)
  await waitForStatus(world, 'DISCONNECTED', reason, whatsappId)
  expect(await listCreds(whatsappId)).toHaveLength(1)
})

test('a version refused as too old is replaced by the option `version`', async () => {
  const revision = 1_900_000_000
  const { emulator } = world
  const older = await createWorld({ emulator })
  const number = '5511911119901'
  await link(older, number)
  emulator.faults.tooOld(revision)
  emulator.faults.drop(number)
  await waitForStatus(older, 'DISCONNECTED', 'versionTooOld')
  await older.stop()
  const newer = await createWorld({ emulator, options: { version: [2, 3000, revision] } })
  await link(newer, number)
  await newer.stop()
})

test('a server that refuses logins with 503 is retried until it accepts', async () => {
  const { whatsappId, number } = await linkNext()
  world.emulator.faults.fail(503, number)
  world.emulator.faults.drop(number)
  await until('two tries', () => (world.host.lastStateOf(whatsappId)?.retries ?? 0) >= 2)
  expect(world.host.lastStateOf(whatsappId)).toMatchObject({ status: 'TIMEOUT', reason: 'unreachable' })
  world.emulator.faults.fail('off', number)
  await waitForStatus(world, 'CONNECTED', undefined, whatsappId)
})

/** Rows that record which devices have the sender key of a group. */
const listSenderKeyMemories = ({ store }: World) =>
  store.read.kysely.selectFrom('wa_keys').select('keyId').where('type', '=', 'sender-key-memory').execute()

test('a group message lost with the connection contains the sender key when it is sent again', async () => {
  const { whatsappId, owner, connection } = await linkNext()
  const ana = world.emulator.customer('5511922227701')
  const { jid } = world.emulator.group('Família', owner, ana)
  const message = { waId: newMessageId(), jid, content: { type: 'text', body: 'Olá' } } as const
  world.emulator.faults.breakUnder()
  const before = countOpenings(whatsappId)
  await expect(world.whatsapp.send(connection, message)).rejects.toThrow()
  await until('a new connection', () => countOpenings(whatsappId) > before)
  await world.whatsapp.send(connection, message)
  await ana.waitFor(({ id }) => id === message.waId)
  const copies = world.emulator.journal.stanzas.filter(({ tag, id }) => tag === 'message' && id === message.waId)
  expect(copies).toHaveLength(2) // no copy was requested by a retry receipt
})

test('a group message lost with the process contains the sender key when it is sent again', async () => {
  const other = await createWorld()
  const owner = await link(other)
  const ana = other.emulator.customer('5511922227704')
  const { jid } = other.emulator.group('Família', owner, ana)
  const message = { waId: newMessageId(), jid, content: { type: 'text', body: 'Olá' } } as const
  other.emulator.faults.breakUnder()
  await expect(other.whatsapp.send(other.connection, message)).rejects.toThrow()
  expect(await listSenderKeyMemories(other)).toHaveLength(0)
  await other.restart()
  await other.whatsapp.start(other.connection)
  await waitForStatus(other, 'CONNECTED')
  await other.whatsapp.send(other.connection, message)
  await ana.waitFor(({ id }) => id === message.waId)
  expect(ana.retryRequests).toBe(0)
  await until(
    'the record that the customer has the sender key',
    async () => (await listSenderKeyMemories(other)).length === 1,
  )
  await other.stop()
})

test('a group message after a refused one contains the sender key', async () => {
  const { owner, connection } = await linkNext()
  const ana = world.emulator.customer('5511922227705')
  const { jid } = world.emulator.group('Família', owner, ana)
  const [refused, taken] = [newMessageId(), newMessageId()]
  const content = { type: 'text', body: 'Olá' } as const
  world.emulator.faults.ackError(463)
  await world.whatsapp.send(connection, { waId: refused, jid, content })
  await world.whatsapp.send(connection, { waId: taken, jid, content })
  await ana.waitFor(({ id }) => id === taken)
  expect(ana.retryRequests).toBe(0)
})

test('an upload without an answer times out, and the repeated send delivers the file', async () => {
  // Long enough for the answered second upload on a busy machine.
  const quick = await createWorld({ options: { timing: { upload: 2_500 } } })
  await link(quick)
  const ana = quick.emulator.customer('5511922227702')
  const path = join(quick.directory, 'recibo')
  await Bun.write(path, '%PDF-1.4')
  const content = {
    type: 'media',
    kind: 'document',
    path,
    mime: 'application/pdf',
    fileName: 'r.pdf',
    caption: '',
  } as const
  const message = { waId: newMessageId(), jid: `${ana.number}@s.whatsapp.net`, content }
  quick.emulator.faults.holdMedia(true, 'upload')
  const failed = await quick.whatsapp.send(quick.connection, message).catch((error) => error)
  expect(failed).toMatchObject({ code: 'ERR_SENDING_WAPP_MSG' })
  quick.emulator.faults.holdMedia(false)
  await quick.whatsapp.send(quick.connection, message)
  await ana.waitFor(({ id }) => id === message.waId)
  await quick.stop()
})

test('a session refused with 500 three times in a row stops as badSession and keeps its credentials', async () => {
  const { whatsappId, number } = await linkNext()
  world.emulator.faults.fail(500, number)
  world.emulator.faults.drop(number)
  await waitForStatus(world, 'DISCONNECTED', 'badSession', whatsappId)
  expect(await listCreds(whatsappId)).toHaveLength(1)
})

test('an HTTP error instead of a WebSocket is retried before the connect timeout', async () => {
  const { whatsappId, number } = await linkNext()
  world.emulator.faults.refuse(503)
  world.emulator.faults.drop(number)
  await until('two tries', () => (world.host.lastStateOf(whatsappId)?.retries ?? 0) >= 2)
  world.emulator.faults.refuse('off')
  await waitForStatus(world, 'CONNECTED', undefined, whatsappId)
})

test('a server with another certificate root is refused as untrustedServer until it shows the right one', async () => {
  const { whatsappId, number } = await linkNext()
  world.emulator.faults.wrongRoot(true)
  world.emulator.faults.drop(number)
  await waitForStatus(world, 'DISCONNECTED', 'untrustedServer', whatsappId)
  world.emulator.faults.wrongRoot(false)
  await waitForStatus(world, 'CONNECTED', undefined, whatsappId)
})

test('a valid certificate chain for another key is refused before registration, without a QR code', async () => {
  const { emulator } = world
  emulator.faults.replayChain(true)
  const stranger = await createWorld({ emulator })
  const before = emulator.journal.connections.length
  await stranger.whatsapp.start(stranger.connection)
  await waitForStatus(stranger, 'DISCONNECTED', 'untrustedServer')
  expect(stranger.host.states.filter(({ qrcode }) => qrcode !== '')).toEqual([])
  expect(emulator.journal.connections.slice(before).filter(({ state }) => state === 'pairing')).toEqual([])
  emulator.faults.replayChain(false)
  await waitForStatus(stranger, 'qrcode')
  await stranger.stop()
})

test("WhatsApp's recorded certificate chain is refused with the built-in root key, because the server lacks its key", async () => {
  const { emulator } = world
  emulator.faults.replayChain(genuineChain)
  const stranger = await createWorld({ emulator, options: { rootKey: null } })
  await stranger.whatsapp.start(stranger.connection)
  await waitForStatus(stranger, 'DISCONNECTED', 'untrustedServer')
  expect(stranger.host.states.filter(({ qrcode }) => qrcode !== '')).toEqual([])
  await stranger.stop()
  await loadBaileys(emulator.rootKey)
})

test('a session stopped by a user stays DISCONNECTED, and start() connects it again', async () => {
  const { whatsappId, connection } = await linkNext()
  await world.whatsapp.stop(connection)
  expect(world.host.lastStateOf(whatsappId)).toMatchObject({ status: 'DISCONNECTED', reason: 'stoppedByUser' })
  await world.whatsapp.start(connection)
  await waitForStatus(world, 'CONNECTED', undefined, whatsappId)
})
