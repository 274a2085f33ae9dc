import { afterEach, expect, test } from 'bun:test'
import { sizeOf } from '../size'
import { Deployment } from './deployment'
import { linkMany, runReconnectStorm } from './reconnect-storm'

/** At least three times the handshakes that may happen at a time. */
const numbers = sizeOf({ everyday: 16, full: 50 })

let deployment: Deployment | undefined
afterEach(async () => {
  await deployment?.close()
})

test('many numbers reconnect after an outage with at most five handshakes at a time while the API answers', async () => {
  deployment = await Deployment.open()
  await linkMany(deployment, numbers)
  const { handshakes, upSeconds, answers } = await runReconnectStorm(deployment, numbers, 3_000)
  process.stderr.write(`${numbers} numbers: all up ${upSeconds.toFixed(1)} s after the outage\n`)
  expect(handshakes).toBeGreaterThan(0)
  expect(handshakes).toBeLessThanOrEqual(5)
  expect(answers.length).toBeGreaterThan(10)
}, 600_000)
