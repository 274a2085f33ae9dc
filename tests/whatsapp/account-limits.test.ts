import { afterAll, expect, test } from 'bun:test'
import { newMessageId } from '../../src/whatsapp/sessions'
import { createWorld, link, until, type World } from './world'

const worlds: World[] = []
afterAll(() => Promise.all(worlds.map((world) => world.stop())))

const hour = 3_600_000
const jidOf = (number: string) => `${number}@s.whatsapp.net`

const ownNumber = '5511911110001'

/**
 * Linked number with a quota of which WhatsApp has reported 5 as used. The first query has been answered before: a
 * message that leaves earlier may be counted in its answer.
 */
async function createLimited(timing: { limits: number; limitsAgain: number }) {
  const world = await createWorld({ options: { timing } })
  worlds.push(world)
  world.emulator.owner(ownNumber).newChats.setQuota({ total: 100, used: 4 })
  const owner = await link(world, ownNumber)
  const waitForUsed = (used: number) => until(`${used} used`, () => world.host.limits.at(-1)?.newChats?.used === used)
  await waitForUsed(4)
  const strangers = ['5511922226001', '5511922226002'] as const
  for (const number of strangers) world.emulator.customer(number)
  const send = async (number: string) => {
    const waId = newMessageId()
    await world.whatsapp.send(world.connection, { waId, jid: jidOf(number), content: { type: 'text', body: 'Oi' } })
    return until(`ack of ${waId}`, () => world.host.lastAckOf(waId))
  }
  owner.newChats.setQuota({ total: 100, used: 5 })
  await waitForUsed(5)
  return { ...world, owner, strangers, send, waitForUsed }
}

test('a refusal with 463 brings a query of the limits, and an accepted message has an ack delay', async () => {
  const { emulator, host, send, strangers, waitForUsed } = await createLimited({ limits: 20, limitsAgain: hour })
  const { waId, ack } = await send(strangers[0])
  expect(ack).toBeGreaterThanOrEqual(1)
  expect(host.acks.find((update) => update.waId === waId)?.delayMs).toBeNumber()
  expect(host.limits.at(-1)?.newChats?.used).toBe(5)
  emulator.faults.ackError(463)
  expect(await send(strangers[1])).toMatchObject({ ack: -1, error: '463' })
  await waitForUsed(6)
})

test('limits are queried again after a while', async () => {
  const { send, strangers, waitForUsed } = await createLimited({ limits: 20, limitsAgain: 60 })
  await send(strangers[0])
  await waitForUsed(6)
})

test('a time-lock refuses strangers, is reported, and lets an answer to a customer pass', async () => {
  const { owner, emulator, host, send, strangers } = await createLimited({ limits: 20, limitsAgain: hour })
  const ana = emulator.customer('5511922226009')
  await ana.send(owner, 'Oi')
  await until('the message', () => host.messages.length > 0)
  const end = (Math.floor(Date.now() / 1000) + 3600) * 1000
  owner.newChats.setTimeLock({ until: end })
  await until('the lock', () => host.limits.at(-1)?.reachOut?.active)
  expect(host.limits.at(-1)?.reachOut).toEqual({
    active: true,
    until: new Date(end).toISOString(),
    kind: 'BIZ_QUALITY',
  })
  expect(await send(strangers[0])).toMatchObject({ ack: -1, error: '463' })
  expect((await send(ana.number)).ack).toBeGreaterThanOrEqual(1)
  await ana.inbox.waitFor(({ text }) => text === 'Oi')
})
