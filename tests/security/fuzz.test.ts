import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Serving, serve, tidy } from '../executable/balcao'
import { documented } from './documented'
import { aimed, digest, type Fuzzed, furnished, fuzz, nowhere, open, openNeighbour } from './fuzz'
import type { FuzzedRoute } from './malformed'
import { comesBelow, residentBytes } from './memory'

/** Another one each day would find more and explain less: bench/fuzz.ts takes any. */
const seed = 20_261_120
const perRoute = 120
/** Bytes by which the memory of one pass may differ from that of the pass before. */
const room = 64 * 2 ** 20

let serving: Serving
let routes: FuzzedRoute[]
let wrongWith: Awaited<ReturnType<typeof documented>>['wrongWith']
beforeAll(async () => {
  serving = await serve({ ...nowhere, BALCAO_LOG_LEVEL: 'warn' })
  ;({ routes, wrongWith } = await documented(serving.url))
  await openNeighbour(serving.url)
})
afterAll(tidy)

/** Only the first findings are shown: one defect makes many. */
const sum = ({ findings, ...rest }: Fuzzed) => ({ ...rest, findings: findings.slice(0, 5), wrong: findings.length })

const patience = 240_000

test(
  `what is wrong for certain is refused on every route, and changes nothing (seed ${seed})`,
  async () => {
    const somebody = await furnished(serving.url, await open(serving.url, 'Certa'))
    const file = join(serving.dataDir, 'balcao.db')
    const before = digest(file)
    let sent = 0
    for (const route of routes) {
      const options = { seed, perRoute: perRoute / 2, invalid: true, wrongWith }
      const result = await fuzz(serving.port, [route], [aimed(somebody, route)], options)
      sent += result.sent
      expect(sum(result)).toMatchObject({ findings: [], wrong: 0 })
    }
    expect(digest(file)).toEqual(before)
    expect(routes.length).toBeGreaterThan(150)
    expect(sent).toBeGreaterThan((routes.length * perRoute) / 3)
  },
  patience,
)

test(
  `whatever comes: no 5xx, no echo, no word of the inside, nothing undocumented, no hang, and memory stays (seed ${seed})`,
  async () => {
    let opened = 0
    let somebody = await open(serving.url, 'Solta')
    /** Some requests happen to be right and end the login. */
    const again = async () => {
      somebody = await open(serving.url, `Solta ${++opened}`)
      return furnished(serving.url, somebody)
    }
    const pass = async (run: number) => {
      for (const route of routes) {
        const person = aimed(await furnished(serving.url, somebody).catch(again), route)
        const options = { seed: seed + run, perRoute: perRoute / 2, invalid: false, wrongWith }
        const result = await fuzz(serving.port, [route], [person], options)
        const all = [route.path, serving.ended(), sum(result)]
        expect(all).toMatchObject([route.path, null, { findings: [], wrong: 0 }])
      }
    }
    await pass(1)
    const warm = await residentBytes(serving)
    await pass(2)
    await comesBelow(serving, warm + room)
    expect((await serving.get('/readyz')).status).toBe(200)
    expect(serving.log().filter(({ level }) => level >= 50)).toEqual([])
  },
  patience,
)
