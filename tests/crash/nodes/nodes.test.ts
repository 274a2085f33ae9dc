import { afterEach, expect, test } from 'bun:test'
import { isFull, sizeOf } from '../../size'
import { withoutEmpty } from '../audit'
import { linkNumber } from '../linking'
import { createSeededRandom, SeededRandom } from '../seeded-random'
import { Traffic } from '../traffic'
import { type Disturbance, disturb, type Passed } from './disturbances'
import { auditNumbers, type BusyNumber, overlappingLogins, waitUntilIdle } from './node-audit'
import { NodeDeployment } from './node-deployment'

let deployment: NodeDeployment | undefined
afterEach(async () => {
  await deployment?.close()
  deployment = undefined
}, 60_000)

/** Numbers linked at once. */
const linkedAtOnce = 5

/** Messages per second of the customers of a number, and answers to them. */
const rates = { inbound: sizeOf({ everyday: 2, full: 0.1 }), outbound: sizeOf({ everyday: 2, full: 0.1 }) }

async function linkNumbers(deployment: NodeDeployment, count: number, random: SeededRandom): Promise<BusyNumber[]> {
  const numbers: BusyNumber[] = []
  for (let n = 0; n < count; n += linkedAtOnce) {
    const owners = Array.from({ length: Math.min(linkedAtOnce, count - n) }, (_, at) => `${5_511_930_000_000 + n + at}`)
    const linked = await Promise.all(owners.map((owner) => linkNumber(deployment, owner)))
    for (const each of linked) {
      const seed = Math.floor(random.next() * 2 ** 32)
      numbers.push({ linked: each, traffic: new Traffic(deployment, each, new SeededRandom(seed)) })
    }
  }
  for (const [n, { traffic }] of numbers.entries()) await traffic.openChats(1, 0, 5_511_940_000_000 + n)
  return numbers
}

const waysOf: [nodes: number, numbers: number, ways: Disturbance[]][] = isFull
  ? [[3, 200, Array.from({ length: 30 }, () => ['kill', 'freeze', 'cut', 'stop'] as const).flat()]]
  : [
      [2, 4, ['stop', 'kill']],
      [3, 6, ['freeze', 'cut']],
    ]

test.each(waysOf)(
  '%d processes with %d numbers under traffic: after each end of one, the others have its sessions, and nothing is lost or doubled',
  async (nodes, count, ways) => {
    const random = createSeededRandom(`${nodes} nodes`)
    deployment = await NodeDeployment.open(nodes)
    const numbers = await linkNumbers(deployment, count, random)
    const running = numbers.map(({ traffic }) => traffic.run(rates))
    const passed: Passed[] = []
    for (const what of ways) {
      passed.push(await disturb(deployment, what, { random, isLong: isFull }))
      process.stderr.write(`${JSON.stringify(passed.at(-1))}\n`)
    }
    for (const { traffic } of numbers) traffic.stop()
    await Promise.all(running)
    await waitUntilIdle(deployment, numbers)
    expect(withoutEmpty(await auditNumbers(deployment, numbers))).toEqual({})
    await expectNeverTwo(deployment, numbers, passed)
    expect(await Promise.all(deployment.nodes.map((node) => node.stop('SIGTERM')))).toEqual(
      deployment.nodes.map(() => 0),
    )
  },
  isFull ? 6 * 3_600_000 : 900_000,
)

/** The connection of a frozen process stays open at WhatsApp, and nothing leaves by it; every other one ends first. */
async function expectNeverTwo({ control, database }: NodeDeployment, numbers: BusyNumber[], passed: Passed[]) {
  const frozen = passed.filter(({ what }) => what === 'freeze').reduce((sum, { sessions }) => sum + sessions, 0)
  let overlaps = 0
  for (const { linked } of numbers)
    overlaps += overlappingLogins(await control.connections({ number: linked.owner })).length
  expect(overlaps).toBeLessThanOrEqual(frozen)
  expect(await database`select id, reason from connections where "shouldConnect" = 0`).toEqual([])
}
