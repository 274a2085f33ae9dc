import { afterAll, beforeAll, expect, test } from 'bun:test'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { getConnection, type LinkedNumber, linkNumber, waitForConnection } from './linking'
import { type Frame, recordFrames } from './socket-frames'

/** One number for each way a session may end, all on one executable, so that slow endings are waited for together. */
const endings = ['freeze', 'drop', '401', '403', '405', '440', '503', '515', '500'] as const
type Ending = (typeof endings)[number]

const customer = '5511944440001'
let deployment: Deployment
let frames: Frame[]
let visitsBeforeFreeze = 0
const numbers = {} as Record<Ending, LinkedNumber>
beforeAll(async () => {
  deployment = await Deployment.open()
  for (const [n, way] of endings.entries())
    numbers[way] = await linkNumber(deployment, `55119111200${String(n).padStart(2, '0')}`)
  await deployment.control.addCustomer({ number: customer, name: 'Ana' })
  frames = await recordFrames(deployment)
  visitsBeforeFreeze = await countLogins(numbers.freeze.owner)
  await deployment.control.fault('freeze', numbers.freeze.owner)
}, 600_000)
afterAll(() => deployment.close())

const connected = { status: 'CONNECTED' }

/** Waits until an event reported the connection as unreachable with at least this many retries, even if it is back. */
const waitForUnreachable = (id: number, retries: number) =>
  until(`connection ${id} unreachable, try ${retries}`, () =>
    frames.some(({ data }) => {
      const { id: whose, status, reason, retries: tries = 0 } = data?.session ?? {}
      return whose === id && status === 'TIMEOUT' && reason === 'unreachable' && tries >= retries
    }),
  )

/** Number of logins of this number, accepted or refused. */
const countLogins = async (owner: string) => {
  const records = await deployment.control.connections({ number: owner })
  return records.filter(({ state }) => state === 'logged-in' || state === 'refused').length
}

function countCredentials(whatsappId: number): number {
  const sqlite = openDatabaseReadonly(deployment)
  const { n } = sqlite
    .query(
      'select (select count(*) from wa_creds where whatsappId = ?1) + (select count(*) from wa_keys where whatsappId = ?1) as n',
    )
    .get(whatsappId) as { n: number }
  sqlite.close()
  return n
}

test('sessions ended by a TCP cut or 515 reconnect', async () => {
  await deployment.control.fault('drop', numbers.drop.owner)
  await waitForUnreachable(numbers.drop.whatsappId, 1)
  await waitForConnection(deployment, numbers.drop.whatsappId, connected)
  const before = await countLogins(numbers['515'].owner)
  await deployment.control.fault('streamError', numbers['515'].owner, 515)
  await until('another login', async () => (await countLogins(numbers['515'].owner)) > before)
  await waitForConnection(deployment, numbers['515'].whatsappId, connected)
})

test('a login refused with 503 is retried until it is accepted', async () => {
  const { owner, whatsappId } = numbers['503']
  await deployment.control.fault('fail', 503, owner)
  await deployment.control.fault('streamError', owner, 503)
  await waitForUnreachable(whatsappId, 2)
  await deployment.control.fault('fail', 'off', owner)
  await waitForConnection(deployment, whatsappId, connected)
})

test.each([
  ['401', 'loggedOut'],
  ['403', 'banned'],
  ['405', 'versionTooOld'],
  ['440', 'replaced'],
] as const)('a session ended with %s stops as %s', async (way, reason) => {
  const { owner, whatsappId } = numbers[way]
  const keys = countCredentials(whatsappId)
  expect(keys).toBeGreaterThan(1)
  if (way === '401' || way === '440') await deployment.control.fault('streamError', owner, Number(way))
  else {
    await deployment.control.fault('fail', Number(way), owner)
    await deployment.control.fault('drop', owner)
  }
  await waitForConnection(deployment, whatsappId, { status: 'DISCONNECTED', reason })
  if (way === '401') await until('the keys are gone', () => countCredentials(whatsappId) === 0)
  else expect(countCredentials(whatsappId)).toBeGreaterThan(1)
})

test('a session refused with 500 three times in a row stops as badSession and keeps its keys', async () => {
  const { owner, whatsappId } = numbers['500']
  await deployment.control.fault('fail', 500, owner)
  await deployment.control.fault('streamError', owner, 500)
  await waitForConnection(deployment, whatsappId, { status: 'DISCONNECTED', reason: 'badSession' })
  expect(countCredentials(whatsappId)).toBeGreaterThan(1)
})

test('a session whose network is frozen, with the socket open, reconnects and receives messages', async () => {
  const { owner, whatsappId } = numbers.freeze
  await until('a new login', async () => (await countLogins(owner)) > visitsBeforeFreeze)
  await waitForConnection(deployment, whatsappId, connected)
  const { id } = await deployment.control.send({ from: customer, to: owner, content: 'ainda aí?' })
  await deployment.control.waitForStage({ phone: customer, id, stage: 'delivered' })
})

test('stopped sessions do not log in again, not even after a crash; the others reconnect', async () => {
  const waiting = (['401', '403', '405', '440', '500'] as const).map((way) => numbers[way])
  for (const { owner } of waiting) await deployment.control.fault('fail', 'off', owner)
  const before = await Promise.all(waiting.map(({ owner }) => countLogins(owner)))
  await deployment.stop('SIGKILL')
  deployment.start()
  for (const way of ['drop', '503', '515', 'freeze'] as const)
    await until('the others are back', async () => {
      const { status } = await getConnection(deployment, numbers[way].whatsappId).catch(() => ({ status: '' }))
      return status === 'CONNECTED'
    })
  const finals = (['401', '403', '440'] as const).map((way) => numbers[way])
  for (const { owner } of finals) {
    const at = waiting.findIndex((each) => each.owner === owner)
    expect(await countLogins(owner)).toBe(before[at] as number)
  }
})
