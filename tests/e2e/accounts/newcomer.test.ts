import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { cleanUp } from '../../executable/balcao'
import { type Harness, openHarness, phone } from '../harness'
import { playUnclaimedStart } from '../unclaimed-start'

/** From an unclaimed server to the first answered customer, by a person who reads only terminal and screens. */

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(async () => {
  await harness.close()
  await cleanUp()
})
afterEach(() => expect(harness.problems.splice(0)).toEqual([]))

test.each([
  ['at a desk', 26, {}],
  ['on a phone', 28, phone],
] as const)('the owner of an empty server %s answers the first customer in %i steps', async (where, count, options) => {
  const { steps, ms } = await playUnclaimedStart(harness, options)
  process.stdout.write(`${where}: ${steps.length} steps in ${(ms / 1000).toFixed(1)} s\n`)
  expect(steps).toHaveLength(count)
})
