import { afterAll, beforeAll, expect, test } from 'bun:test'
import { until } from '../until'
import { openData } from './audit'
import { type Frame, listen } from './hearing'
import { becomes, connectionOf, type Linked, linkNumber } from './linking'
import { Plant } from './plant'

/** One number for each way in which a session may end, all of one executable, so that the slow ones wait together. */
const ways = ['freeze', 'drop', '401', '403', '405', '440', '503', '515', '500'] as const
type Way = (typeof ways)[number]

const customer = '5511944440001'
let plant: Plant
let heard: Frame[]
let beforeTheFrost = 0
const numbers = {} as Record<Way, Linked>
beforeAll(async () => {
  plant = await Plant.open()
  for (const [n, way] of ways.entries())
    numbers[way] = await linkNumber(plant, `55119111200${String(n).padStart(2, '0')}`)
  await plant.control.addCustomer({ number: customer, name: 'Ana' })
  heard = await listen(plant)
  beforeTheFrost = await visits(numbers.freeze.owner)
  await plant.control.fault('freeze', numbers.freeze.owner)
}, 240_000)
afterAll(() => plant.close())

const back = { status: 'CONNECTED' }

/** Waits until it was told that the connection is out of reach, however soon that was over. */
const isOut = (id: number, retries: number) =>
  until(`connection ${id} out of reach, try ${retries}`, () =>
    heard.some(({ data }) => {
      const { id: whose, status, reason, retries: tries = 0 } = data?.session ?? {}
      return whose === id && status === 'TIMEOUT' && reason === 'unreachable' && tries >= retries
    }),
  )

/** How often this number has come to the door of WhatsApp. */
const visits = async (owner: string) => {
  const records = await plant.control.connections({ number: owner })
  return records.filter(({ state }) => state === 'logged-in' || state === 'refused').length
}

function credentials(whatsappId: number): number {
  const sqlite = openData(plant)
  const { n } = sqlite
    .query(
      'select (select count(*) from wa_creds where whatsappId = ?1) + (select count(*) from wa_keys where whatsappId = ?1) as n',
    )
    .get(whatsappId) as { n: number }
  sqlite.close()
  return n
}

test('a cut line and 515 come back by themselves', async () => {
  await plant.control.fault('drop', numbers.drop.owner)
  await isOut(numbers.drop.whatsappId, 1)
  await becomes(plant, numbers.drop.whatsappId, back)
  const before = await visits(numbers['515'].owner)
  await plant.control.fault('streamError', numbers['515'].owner, 515)
  await until('it came back', async () => (await visits(numbers['515'].owner)) > before)
  await becomes(plant, numbers['515'].whatsappId, back)
})

test('503 is tried again, less and less often, until it is accepted', async () => {
  const { owner, whatsappId } = numbers['503']
  await plant.control.fault('fail', 503, owner)
  await plant.control.fault('streamError', owner, 503)
  await isOut(whatsappId, 2)
  await plant.control.fault('fail', 'off', owner)
  await becomes(plant, whatsappId, back)
})

test.each([
  ['401', 'loggedOut'],
  ['403', 'banned'],
  ['405', 'versionTooOld'],
  ['440', 'replaced'],
] as const)('%s waits for a person: %s, and no try of its own', async (way, reason) => {
  const { owner, whatsappId } = numbers[way]
  const keys = credentials(whatsappId)
  expect(keys).toBeGreaterThan(1)
  if (way === '401' || way === '440') await plant.control.fault('streamError', owner, Number(way))
  else {
    await plant.control.fault('fail', Number(way), owner)
    await plant.control.fault('drop', owner)
  }
  await becomes(plant, whatsappId, { status: 'DISCONNECTED', reason })
  if (way === '401') await until('the keys are gone', () => credentials(whatsappId) === 0)
  else expect(credentials(whatsappId)).toBeGreaterThan(1)
})

test('a session that is bad three times in a row waits for a person, its keys kept', async () => {
  const { owner, whatsappId } = numbers['500']
  await plant.control.fault('fail', 500, owner)
  await plant.control.fault('streamError', owner, 500)
  await becomes(plant, whatsappId, { status: 'DISCONNECTED', reason: 'badSession' })
  expect(credentials(whatsappId)).toBeGreaterThan(1)
})

test('a network that is frozen is noticed without a word of it, and left for a new line', async () => {
  const { owner, whatsappId } = numbers.freeze
  await until('a new line', async () => (await visits(owner)) > beforeTheFrost, 60_000)
  await becomes(plant, whatsappId, back)
  const { id } = await plant.control.send({ from: customer, to: owner, content: 'ainda aí?' })
  await plant.control.waitForStage({ phone: customer, id, stage: 'delivered' })
})

test('none of those that wait for a person has come back, also not after a crash', async () => {
  const waiting = (['401', '403', '405', '440', '500'] as const).map((way) => numbers[way])
  for (const { owner } of waiting) await plant.control.fault('fail', 'off', owner)
  const before = await Promise.all(waiting.map(({ owner }) => visits(owner)))
  await plant.end('SIGKILL')
  plant.start()
  for (const way of ['drop', '503', '515', 'freeze'] as const)
    await until('the others are back', async () => {
      const { status } = await connectionOf(plant, numbers[way].whatsappId).catch(() => ({ status: '' }))
      return status === 'CONNECTED'
    })
  const finals = (['401', '403', '440'] as const).map((way) => numbers[way])
  for (const { owner } of finals) {
    const at = waiting.findIndex((each) => each.owner === owner)
    expect(await visits(owner)).toBe(before[at] as number)
  }
})
