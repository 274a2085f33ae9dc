import { expect, test } from 'bun:test'
import { isFull } from '../../size'
import { until } from '../../until'
import { withoutEmpty } from '../audit'
import { createSeededRandom } from '../seeded-random'
import { auditNumbers, type BusyNumber, waitUntilIdle } from './node-audit'
import { NodeDeployment } from './node-deployment'
import { countMessages, linkNumbers } from './scenario'

const numbersLinked = 12

/** Resolves when all processes serve, and each number has stored a message of after `since`. */
async function untilBack(deployment: NodeDeployment, since: string) {
  await until('all processes', async () => {
    const states = await Promise.all(deployment.nodes.map((node) => node.state()))
    return states.every((state) => state === 'ready')
  })
  const busy = async () => {
    const [row] = await deployment.database`select count(distinct "whatsappId") as count from messages
      where "createdAt" > ${since}`.catch(() => [{ count: 0 }])
    return Number(row.count)
  }
  await until('messages over each number', async () => (await busy()) === numbersLinked)
}

async function expectNothingLost(deployment: NodeDeployment, numbers: BusyNumber[]) {
  await waitUntilIdle(deployment, numbers)
  process.stderr.write(`${JSON.stringify(countMessages(numbers))}\n`)
  expect(withoutEmpty(await auditNumbers(deployment, numbers))).toEqual({})
}

/** A minute of a machine; the figures are in bench/RESULTS.md. */
test.skipIf(!isFull)(
  'the database ends at once and starts again, then ends and its replica takes over: no acknowledged message is lost',
  async () => {
    const random = createSeededRandom('database of nodes')
    const deployment = await NodeDeployment.open(3)
    try {
      await deployment.addReplica()
      const numbers = await linkNumbers(deployment, numbersLinked, random)
      const running = numbers.map(({ traffic }) => traffic.run({ inbound: 0.5, outbound: 0.5 }))
      for (const each of running) each.catch(() => {}) // awaited below
      for (const what of ['restartDatabase', 'failOver'] as const) {
        await untilBack(deployment, new Date().toISOString())
        const start = Date.now()
        await deployment[what]()
        await untilBack(deployment, new Date().toISOString())
        process.stderr.write(`${JSON.stringify({ what, ms: Date.now() - start })}\n`)
      }
      for (const { traffic } of numbers) traffic.stop()
      await Promise.all(running)
      await expectNothingLost(deployment, numbers)
      const codes = await Promise.all(deployment.nodes.map((node) => node.stop('SIGTERM')))
      expect(codes).toEqual([0, 0, 0])
    } finally {
      await deployment.close()
    }
  },
  1_800_000,
)
