import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import { cleanUp } from '../executable/balcao'
import { type Harness, openHarness } from './harness'
import { openShop, type Shop } from './shop'

/** Harness and shop of the current test file. */
export let harness: Harness
export let shop: Shop

/** Starts a shop before the first test of a file and stops it after the last; every test fails on a browser problem. */
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
