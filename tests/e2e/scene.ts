import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import { cleanUp } from '../executable/balcao'
import { openShop, type Shop } from './shop'
import { openStage, type Stage } from './stage'

/** What the tests of a file play on: there before its first test, gone after its last. */
export let stage: Stage
export let shop: Shop

/** Once, at the head of a file; no test of it may leave a problem in a browser. `env` is more for the executable. */
export function setScene(env?: Record<string, string>) {
  beforeAll(async () => {
    stage = await openStage()
    shop = await openShop(stage, env)
  })
  afterAll(async () => {
    await stage.end()
    await cleanUp()
  })
  afterEach(() => expect(stage.problems.splice(0)).toEqual([]))
}
