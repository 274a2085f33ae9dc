import { afterAll, beforeAll, expect, test } from 'bun:test'
import { databaseFile } from '../../src/core/storage/data-directory'
import { cleanUp, type Serving, serve } from '../executable/balcao'
import { until } from '../until'
import { aim } from './aims'
import { digest, strays } from './digest'
import { documented, type FuzzedRoute } from './documented'
import { type Fuzzed, fuzz } from './fuzz'
import { type House, type Installation, install, nowhere, open } from './houses'
import { comesBelow, residentBytes } from './memory'
import { openNeighbour, Rows } from './rows'

/** Another one each day would find more and explain less: bench/fuzz.ts takes any. */
const seed = 20_261_120
const perRoute = 120
/** Bytes by which the memory of one pass may differ from that of the pass before. */
const room = 64 * 2 ** 20

let serving: Serving
let at: Installation
let routes: FuzzedRoute[]
let wrongWith: Awaited<ReturnType<typeof documented>>['wrongWith']
beforeAll(async () => {
  serving = await serve({ ...nowhere, BALCAO_LOG_LEVEL: 'warn' })
  at = await install(serving)
  ;({ routes, wrongWith } = await documented(serving.url))
  await openNeighbour(at)
})
afterAll(cleanUp)

/** Only the first findings are shown: one defect makes many. */
const sum = ({ findings, ...rest }: Fuzzed) => ({ ...rest, findings: findings.slice(0, 5), wrong: findings.length })

const patience = 240_000

test(
  `what is wrong for certain is refused on every route, and changes nothing (seed ${seed})`,
  async () => {
    const house = await open(at, 'Certa')
    const own = new Rows(house)
    const aims = []
    for (const route of routes) aims.push([route, await aim(house, route, own)] as const)
    const before = digest(databaseFile(serving.dataDir))
    let sent = 0
    for (const [route, aimed] of aims) {
      const result = await fuzz(serving.port, route, aimed, { seed, perRoute: perRoute / 2, invalid: true, wrongWith })
      sent += result.sent
      expect(sum(result)).toMatchObject({ findings: [], wrong: 0 })
    }
    expect(digest(databaseFile(serving.dataDir))).toEqual(before)
    expect(routes.length).toBeGreaterThan(150)
    expect(sent).toBeGreaterThan((routes.length * perRoute) / 3)
  },
  patience,
)

/** What is answered before anybody looks at what a route is for. */
const before = [400, 401, 403, 404, 413, 415, 422, 429].map(String)
/** Routes of which nothing else is heard, and why. */
const behind: Record<string, string> = {
  'POST /api/auth/login/second-step': 'asks for a code of an app',
  'POST /api/auth/second-factor/confirm': 'asks for a code of an app',
  'POST /api/auth/second-factor/recovery-codes': 'asks for a code of an app',
  'POST /api/auth/second-factor/disable': 'asks for a code of an app',
  'POST /api/resetpasswords': 'asks for the code of a mail',
  'POST /api/resetpasswords/:email/:token/:password': 'asks for the code of a mail',
  'POST /api/companies/import': 'takes an archive, see tests/services/company-import-changes.test.ts',
}

test(
  `whatever comes: no 5xx, no echo, no word of the inside, nothing undocumented, no hang, and memory stays (seed ${seed})`,
  async () => {
    const reached = new Set<string>()
    let opened = 0
    let house: House = await open(at, 'Solta')
    /** Some requests happen to be right and end the login. */
    const again = async (route: FuzzedRoute) => {
      house = await open(at, `Solta ${++opened}`)
      return aim(house, route)
    }
    const pass = async (run: number) => {
      for (const route of routes) {
        const aimed = await aim(house, route).catch(() => again(route))
        const options = { seed: seed + run, perRoute: perRoute / 2, invalid: false, wrongWith }
        const result = await fuzz(serving.port, route, aimed, options)
        const all = [route.path, serving.exitReport(), sum(result)]
        expect(all).toMatchObject([route.path, null, { findings: [], wrong: 0 }])
        if (Object.keys(result.statuses).some((status) => !before.includes(status)))
          reached.add(`${route.method} ${route.path}`)
      }
    }
    await pass(1)
    const warm = await residentBytes(serving)
    await pass(2)
    await comesBelow(serving, warm + room)
    expect((await serving.get('/readyz')).status).toBe(200)
    expect(serving.log().filter(({ level }) => level >= 50)).toEqual([])
    // What is being exported at this moment has its row when it is done.
    await until('every file is some row’s', () => strays(serving.dataDir).length === 0)
    const names = routes.map(({ method, path }) => `${method} ${path}`)
    expect(names.filter((name) => !reached.has(name) && !behind[name])).toEqual([])
    expect(Object.keys(behind).filter((name) => !names.includes(name))).toEqual([])
  },
  patience,
)
