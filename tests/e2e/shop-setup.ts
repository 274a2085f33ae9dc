import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import { cleanUp } from '../executable/balcao'
import { type Harness, openHarness } from './harness'
import { closeShop, type OwnShop, openOwnShop, openShop, type Shop } from './shop'

/** Harness and shop of the current test file. */
export let harness: Harness
export let shop: Shop
/** The same shop in a file that has an executable of its own. */
export let ownShop: OwnShop

/** Signs up a company before the first test of a file; every test fails on a browser problem. */
export function setUpShop() {
  let opened: Shop | undefined
  beforeAll(async () => {
    harness = await openHarness()
    opened = await openShop(harness)
    shop = opened
  })
  afterAll(async () => {
    await harness.close()
    if (opened) await closeShop(opened)
  })
  afterEach(expectNoProblems)
}

/** The same on an executable of its own, for files that restart it or need variables of their own. */
export function setUpOwnShop(env: Record<string, string> = {}) {
  beforeAll(async () => {
    harness = await openHarness()
    ownShop = await openOwnShop(harness, env)
    shop = ownShop
  })
  afterAll(async () => {
    await harness.close()
    await cleanUp()
  })
  afterEach(expectNoProblems)
}

const expectNoProblems = () => expect(harness.problems.splice(0)).toEqual([])
