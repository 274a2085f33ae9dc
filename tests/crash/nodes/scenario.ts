import { expect } from 'bun:test'
import { withoutEmpty } from '../audit'
import { linkNumber } from '../linking'
import { createSeededRandom, SeededRandom } from '../seeded-random'
import { type Rates, Traffic } from '../traffic'
import { type Disturbance, disturb, type Passed } from './disturbances'
import { auditNumbers, type BusyNumber, overlappingLogins, waitUntilIdle } from './node-audit'
import { NodeDeployment } from './node-deployment'

/** Numbers linked at once. */
const linkedAtOnce = 5

/** Processes and numbers, and the disturbances in their order. */
export interface NodeScenario {
  nodes: number
  numbers: number
  ways: Disturbance[]
  /** Messages per second of a number's customer, and answers to them. */
  rates: Rates
  /** Whether a disturbance takes a minute, or ends as soon as the others have the sessions. */
  isLong: boolean
}

/**
 * Disturbs processes under traffic, and prints each disturbance. Expects that the others then have the sessions, that no
 * message is lost, doubled or out of order in its chat, and that WhatsApp never had two connections of a number.
 */
export async function runNodeScenario(given: NodeScenario) {
  const random = createSeededRandom(`${given.nodes} nodes`)
  const deployment = await NodeDeployment.open(given.nodes)
  try {
    const numbers = await linkNumbers(deployment, given.numbers, random)
    const running = numbers.map(({ traffic }) => traffic.run(given.rates))
    // Awaited below; an earlier failure of the scenario, which closes the emulator, is the one to report.
    for (const each of running) each.catch(() => {})
    const linked = numbers.map((number) => number.linked)
    const passed: Passed[] = []
    for (const what of given.ways) {
      passed.push(await disturb(deployment, what, { random, numbers: linked, isLong: given.isLong }))
      process.stderr.write(`${JSON.stringify(passed.at(-1))}\n`)
    }
    for (const { traffic } of numbers) traffic.stop()
    await Promise.all(running)
    await waitUntilIdle(deployment, numbers)
    process.stderr.write(`${JSON.stringify(countMessages(numbers))}\n`)
    expect(withoutEmpty(await auditNumbers(deployment, numbers))).toEqual({})
    await expectNeverTwo(deployment, numbers, passed)
    const codes = await Promise.all(deployment.nodes.map((node) => node.stop('SIGTERM')))
    expect(codes).toEqual(deployment.nodes.map(() => 0))
  } finally {
    await deployment.close()
  }
}

/** Links numbers to phones, each with a conversation. */
export async function linkNumbers(
  deployment: NodeDeployment,
  count: number,
  random: SeededRandom,
): Promise<BusyNumber[]> {
  const numbers: BusyNumber[] = []
  for (let n = 0; n < count; n += linkedAtOnce) {
    const owners = Array.from({ length: Math.min(linkedAtOnce, count - n) }, (_, at) => `${5_511_930_000_000 + n + at}`)
    for (const linked of await Promise.all(owners.map((owner) => linkNumber(deployment, owner)))) {
      const ownRandom = new SeededRandom(Math.floor(random.next() * 2 ** 32)) // names its requests
      numbers.push({ linked, traffic: new Traffic(deployment, linked, ownRandom) })
    }
  }
  for (const [n, { traffic }] of numbers.entries()) await traffic.openChats(1, 0, 5_511_940_000_000 + n)
  return numbers
}

/** Messages sent by customers, answers accepted, and requests that were repeated. */
export function countMessages(numbers: BusyNumber[]) {
  const sum = (of: (traffic: Traffic) => number) => numbers.reduce((total, { traffic }) => total + of(traffic), 0)
  return {
    sent: sum((traffic) => traffic.count('sent')),
    accepted: sum((traffic) => traffic.count('accepted')),
    repeatedRequests: sum(({ repeatedRequests }) => repeatedRequests),
  }
}

/** The connection of a frozen process stays open at WhatsApp, and nothing leaves by it; every other one ends first. */
async function expectNeverTwo({ control, database }: NodeDeployment, numbers: BusyNumber[], passed: Passed[]) {
  const frozen = passed.filter(({ what }) => what === 'freeze').reduce((sum, { sessions }) => sum + sessions, 0)
  const overlaps = await Promise.all(
    numbers.map(async ({ linked }) => overlappingLogins(await control.connections({ number: linked.owner })).length),
  )
  expect(overlaps.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(frozen)
  expect([...(await database`select id, reason from connections where "shouldConnect" = 0`)]).toEqual([])
}
