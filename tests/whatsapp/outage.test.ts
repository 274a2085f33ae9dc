import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { type Emulator, startEmulator } from '../../emulator/emulator'
import { Scope } from '../../src/core/scope'
import { announceOutages, listHealth } from '../../src/features/numbers/connections/health'
import { getConnection } from '../../src/features/numbers/connections/service'
import type { ConnectionRef, WhatsApp } from '../../src/whatsapp/contract'
import { createWhatsApp } from '../../src/whatsapp/sessions'
import { createHost } from '../../src/whatsapp-host'
import { createInstallation } from '../installation'
import { until } from './world'

/** The product with real sessions, connected to the emulator. */
const installation = await createInstallation()
const { store, ports, scopeOf, platform, published, acme } = installation
const number = '5511911110077'
const timing = { backoffMin: 100, backoffMax: 300, closing: 100, end: 300, limits: 10 }
let emulator: Emulator
let whatsapp: WhatsApp
let connection: ConnectionRef
beforeAll(async () => {
  emulator = await startEmulator()
  const server = { url: emulator.url, rootKey: emulator.rootKey, ca: emulator.caPem }
  const host = createHost((companyId) => Scope.for(ports, companyId, { system: 'whatsapp' }))
  whatsapp = createWhatsApp({
    store,
    secrets: ports.secrets,
    host,
    parsers: ports.parsers,
    options: { ...server, timing },
  })
  const { id, companyId } = await installation.insertConnection('acme', { name: 'Loja' })
  connection = { companyId, whatsappId: id }
  await whatsapp.start(connection)
  await emulator.owner(number).scan(await until('a QR code', async () => (await connectionOf())?.qrcode))
  await until('connected', async () => (await findConnection())?.status === 'CONNECTED')
})
afterAll(async () => {
  await whatsapp.stopAll()
  await emulator.stop()
})
afterEach(async () => {
  emulator.faults.clear()
  await until('connected', async () => (await findConnection())?.status === 'CONNECTED')
})
const findConnection = () =>
  acme.select('connections').select('status').where('id', '=', connection.whatsappId).executeTakeFirst()
const connectionOf = () => getConnection(scopeOf('ana'), connection.whatsappId)
const findHealth = async () =>
  (await listHealth(scopeOf('ana'))).find((each) => each.whatsappId === connection.whatsappId)
const healthEvents = (...actions: string[]) =>
  published
    .filter(({ entity }) => entity === 'connectionHealth')
    .map(({ payload }) => payload as { action: string })
    .filter(({ action }) => actions.includes(action))
const outageEvents = () => healthEvents('down', 'up')

test('an outage of two minutes is announced once, and so is its end', async () => {
  const before = outageEvents().length
  const newEvents = () => outageEvents().slice(before)
  const { reconnects } = (await findHealth())! // linking counts as one reconnect
  emulator.faults.refuse('cut')
  emulator.faults.drop(number)
  const { since } = await until('the outage', async () => (await findHealth())?.outage)
  const after = (seconds: number) => Date.parse(since) + seconds * 1000
  await announceOutages(platform, after(119))
  expect(newEvents()).toEqual([])
  await announceOutages(platform, after(120))
  await announceOutages(platform, after(130))
  const about = { whatsappId: connection.whatsappId, name: 'Loja', since }
  expect(newEvents()).toEqual([{ action: 'down', ...about }])
  expect((await findHealth())?.outage).toMatchObject({ since, announced: true })

  emulator.faults.refuse('off')
  await until('the return', () => newEvents().length === 2)
  expect(newEvents()[1]).toEqual({ action: 'up', ...about })
  expect(await findHealth()).toMatchObject({ outage: null, reconnects: reconnects + 1 })
})

test('a short outage is counted but not announced', async () => {
  const before = outageEvents().length
  const seen = (await findHealth())!.reconnects
  emulator.faults.drop(number)
  await until('one more', async () => (await findHealth())!.reconnects > seen)
  await announceOutages(platform)
  expect(outageEvents()).toHaveLength(before)
})

test('account limits sent by WhatsApp are stored and published', async () => {
  const ends = 2_000_000_000
  emulator.faults.notice(number, 'NotificationUserReachoutTimelockUpdate', {
    xwa2_notify_account_reachout_timelock: {
      is_active: true,
      time_enforcement_ends: `${ends}`,
      enforcement_type: 'BIZ_QUALITY',
    },
  })
  emulator.faults.notice(number, 'MessageCappingInfoNotification', {
    xwa2_notify_new_chat_messages_capping_info_update: {
      total_quota: 100,
      used_quota: 80,
      cycle_end_timestamp: `${ends}`,
      capping_status: 'FIRST_WARNING',
    },
  })
  const until2033 = new Date(ends * 1000).toISOString()
  await until('both limits published', () => healthEvents('limits').length === 2)
  expect((await findHealth())!.limits).toEqual({
    reachOut: { active: true, until: until2033, kind: 'BIZ_QUALITY' },
    newChats: { status: 'FIRST_WARNING', used: 80, total: 100, endsAt: until2033 },
  })
})

test('health contains the time of the last received message, and null before the first sent one', async () => {
  const ana = emulator.customer('5511922223333', { name: 'Ana' })
  await ana.send(emulator.owner(number), 'Oi')
  await until('in', async () => (await findHealth())?.lastInAt)
  expect((await findHealth())!.lastOutAt).toBeNull()
})
