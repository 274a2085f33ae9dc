import { afterEach, expect, test } from 'bun:test'
import { Plant } from './plant'
import { linkMany, storm } from './storm'

const numbers = Number(process.env.CRASH_NUMBERS ?? 50)

let plant: Plant | undefined
afterEach(async () => {
  await plant?.close()
})

test('many numbers come back after an outage, five handshakes at a time, while the API answers', async () => {
  plant = await Plant.open()
  await linkMany(plant, numbers)
  const { handshakes, upSeconds, answers } = await storm(plant, numbers, 3_000)
  process.stderr.write(`${numbers} numbers: all up ${upSeconds.toFixed(1)} s after the outage\n`)
  expect(handshakes).toBeGreaterThan(0)
  expect(handshakes).toBeLessThanOrEqual(5)
  expect(answers.length).toBeGreaterThan(10)
}, 240_000)
