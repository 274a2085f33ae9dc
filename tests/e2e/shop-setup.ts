import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import { cleanUp } from '../executable/balcao'
import { type Harness, openHarness } from './harness'
import { openShop, type Shop } from './shop'

/** What the tests of a file play on: there before its first test, gone after its last. */
export let harness: Harness
export let shop: Shop

/** Once, at the head of a file; no test of it may leave a problem in a browser. `env` is more for the executable. */
export function setUpShop(env?: Record<string, string>) {
  beforeAll(async () => {
    harness = await openHarness()
    shop = await openShop(harness, env)
  })
  afterAll(async () => {
    await harness.close()
    await cleanUp()
  })
  afterEach(() => expect(harness.problems.splice(0)).toEqual([]))
}
