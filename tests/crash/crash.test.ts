import { afterEach, expect, test } from 'bun:test'
import { until } from '../until'
import { linkNumber } from './linking'
import { type Ordeal, ordeal } from './ordeal'
import { Plant } from './plant'
import { seeded } from './random'

const blows = (usual: number) => Number(process.env.CRASH_BLOWS ?? usual)

let plant: Plant | undefined
afterEach(async () => {
  await plant?.close()
})

async function survives(name: string, given: Ordeal) {
  const chance = seeded(name)
  plant = await Plant.open()
  const linked = await linkNumber(plant, '5511911110001')
  const { found, figures } = await ordeal(plant, linked, chance, given)
  expect(found).toEqual({})
  expect(figures.wireRepeats).toBeLessThanOrEqual(figures.explained)
}

test('killed again and again under traffic both ways: nothing lost, nothing doubled, order kept', async () => {
  const rates = { inbound: 60, outbound: 50 }
  await survives('kills', {
    rates,
    blows: blows(20),
    // Some die while they start or sign in to WhatsApp, most while messages flow.
    blow: async (plant, { owner }, chance) => {
      if (chance.happens(0.75)) await plant.control.waitForOnline({ owner, online: true })
      await Bun.sleep(chance.between(0, 900))
      await plant.end('SIGKILL')
      plant.start()
    },
  })
}, 240_000)

/** How often this number has come online. */
async function arrivals({ control }: Plant, owner: string): Promise<number> {
  const records = await control.connections({ number: owner })
  return records.filter(({ state }) => state === 'online').length
}

test('the line cut again and again, what was on it lost: nothing lost, nothing doubled, order kept', async () => {
  const rates = { inbound: 25, outbound: 25 }
  await survives('cuts', {
    rates,
    blows: blows(4),
    blow: async (plant, { owner }, chance) => {
      await plant.control.waitForOnline({ owner, online: true })
      await Bun.sleep(chance.between(0, 900))
      const before = await arrivals(plant, owner)
      await plant.control.fault('drop', owner)
      await until('a new line', async () => (await arrivals(plant, owner)) > before)
    },
  })
}, 240_000)
