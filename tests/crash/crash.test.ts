import { afterEach, expect, test } from 'bun:test'
import { until } from '../until'
import { type CrashScenario, runCrashScenario } from './crash-scenario'
import { Deployment } from './deployment'
import { linkNumber } from './linking'
import { createSeededRandom } from './seeded-random'

const disturbances = (usual: number) => Number(process.env.CRASH_BLOWS ?? usual)

let deployment: Deployment | undefined
afterEach(async () => {
  await deployment?.close()
})

async function expectNoFindings(name: string, given: CrashScenario) {
  const random = createSeededRandom(name)
  deployment = await Deployment.open()
  const linked = await linkNumber(deployment, '5511911110001')
  const { found, figures } = await runCrashScenario(deployment, linked, random, given)
  expect(found).toEqual({})
  expect(figures.wireRepeats).toBeLessThanOrEqual(figures.maxExplained)
}

test('an executable killed repeatedly under traffic loses nothing, doubles nothing and keeps the order', async () => {
  const rates = { inbound: 60, outbound: 50 }
  await expectNoFindings('kills', {
    rates,
    disturbances: disturbances(20),
    // A quarter of the kills may hit the start or the login to WhatsApp, the others hit running traffic.
    disturb: async (deployment, { owner }, random) => {
      if (random.happens(0.75)) await deployment.control.waitForOnline({ owner, online: true })
      await Bun.sleep(random.between(0, 900))
      await deployment.stop('SIGKILL')
      deployment.start()
    },
  })
}, 600_000)

/** Number of times this number has come online. */
async function countOnline({ control }: Deployment, owner: string): Promise<number> {
  const records = await control.connections({ number: owner })
  return records.filter(({ state }) => state === 'online').length
}

test('a connection to WhatsApp cut repeatedly loses nothing, doubles nothing and keeps the order', async () => {
  const rates = { inbound: 25, outbound: 25 }
  await expectNoFindings('cuts', {
    rates,
    disturbances: disturbances(4),
    disturb: async (deployment, { owner }, random) => {
      await deployment.control.waitForOnline({ owner, online: true })
      await Bun.sleep(random.between(0, 900))
      const before = await countOnline(deployment, owner)
      await deployment.control.fault('drop', owner)
      await until('a new connection', async () => (await countOnline(deployment, owner)) > before)
    },
  })
}, 600_000)
