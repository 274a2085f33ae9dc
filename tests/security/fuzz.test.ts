import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanUp, type Serving, serve } from '../executable/balcao'
import { usesPostgres } from '../postgres-server'
import { hasTurn, isFull, daySeed as seed, sizeOf } from '../size'
import { until } from '../until'
import { type FuzzedRoute, readApiDocument } from './api-document'
import { type CompanyLogin, type Installation, openCompany, prepareInstallation, withoutWhatsApp } from './companies'
import { digestRows, findStrayFiles } from './digest'
import { type Fuzzed, fuzz } from './fuzz'
import { residentBytes, waitForMemoryBelow } from './memory'
import { openOtherCompany, Rows } from './rows'
import { type FuzzTarget, prepareTarget } from './targets'

/** True for the few requests by which a usual run asks PostgreSQL, too: to a third of the routes each day. */
const isSmall = usesPostgres && !isFull
/** Requests to each route, half of them invalid and half odd; bench/fuzz.ts sends more. */
const perRoute = isSmall ? 4 : sizeOf({ everyday: 12, full: 120 })
/** Bytes by which memory may grow from the first to the second pass. */
const memoryAllowance = 64 * 2 ** 20

let serving: Serving
let installation: Installation
let routes: FuzzedRoute[]
let validateResponse: Awaited<ReturnType<typeof readApiDocument>>['validateResponse']
beforeAll(async () => {
  serving = await serve({ ...withoutWhatsApp, BALCAO_LOG_LEVEL: 'warn' })
  installation = await prepareInstallation(serving)
  const document = await readApiDocument(serving.url)
  expect(document.routes.length).toBeGreaterThan(150)
  validateResponse = document.validateResponse
  routes = isSmall ? document.routes.filter((_, position) => hasTurn(position)) : document.routes
  await openOtherCompany(installation)
})
afterAll(cleanUp)

/** Result with the first five findings, since one defect yields many. */
const summarize = ({ findings, ...rest }: Fuzzed) => ({
  ...rest,
  findings: findings.slice(0, 5),
  wrong: findings.length,
})

const timeoutMs = 1_200_000

test(
  `invalid requests are refused on every route and change no row (seed ${seed})`,
  async () => {
    const company = await openCompany(installation, 'Certa')
    const own = new Rows(company)
    const targets = []
    for (const route of routes) targets.push([route, await prepareTarget(company, route, own)] as const)
    const rowsBefore = await digestRows(serving.database)
    let sent = 0
    for (const [route, target] of targets) {
      const result = await fuzz(serving.port, route, target, {
        seed,
        perRoute: perRoute / 2,
        invalid: true,
        validateResponse,
      })
      sent += result.sent
      expect(summarize(result)).toMatchObject({ findings: [], wrong: 0 })
    }
    expect(await digestRows(serving.database)).toEqual(rowsBefore)
    expect(sent).toBeGreaterThan((routes.length * perRoute) / 3)
  },
  timeoutMs,
)

const isLoggedIn = ({ token }: FuzzTarget) =>
  serving.get('/api/auth/me', { authorization: `Bearer ${token}` }).then(({ ok }) => ok)

/** Statuses that a request may get before the code of its route runs. */
const rejections = [400, 401, 403, 404, 413, 415, 422, 429].map(String)
/** Routes that answer only with these statuses, and why. */
const unreachable: Record<string, string> = {
  'GET /metrics': 'answers programs on the machine and the token, see tests/health.test.ts',
  'POST /api/auth/invitation': 'asks for the link of an invitation',
  'POST /api/auth/invitation/accept': 'asks for the link of an invitation',
  'POST /api/companies/:id/invitation':
    'asks for a company without people, see tests/services/provider/first-admin.test.ts',
  'POST /api/companies/cadastro/confirm': 'asks for the link of a mail, see tests/http/accounts/signup.test.ts',
  'POST /api/auth/login/second-step': 'asks for a code of an app',
  'POST /api/auth/passkey/login': 'asks for an authenticator, see tests/services/accounts/passkeys.test.ts',
  'POST /api/auth/passkeys': 'asks for an authenticator',
  'PUT /api/auth/passkeys/:id': 'takes a passkey, which an authenticator makes',
  'POST /api/auth/passkeys/:id/remove': 'takes a passkey, which an authenticator makes',
  'POST /api/auth/second-factor/confirm': 'asks for a code of an app',
  'POST /api/auth/second-factor/recovery-codes': 'asks for a code of an app',
  'POST /api/auth/second-factor/disable': 'asks for a code of an app',
  'POST /api/resetpasswords': 'asks for the code of a mail',
  'POST /api/resetpasswords/:email/:token/:password': 'asks for the code of a mail',
  'POST /api/queueIntegration/testSession': 'asks Google, see tests/services/automation/dialogflow.test.ts',
  'POST /api/webhooks/deliveries/:id/send':
    'takes a request that has ended, see tests/services/platform/deliveries.test.ts',
  'PUT /api/nodes/:id': 'takes a node on a shared database, see tests/http/provider/nodes.test.ts',
  'POST /api/backups': 'takes a place for backups, see tests/http/provider/backups.test.ts',
  'POST /api/subscription/webhook/asaas': 'asks for a token, see tests/services/provider/payment-services.test.ts',
  'POST /api/subscription/webhook/mercado-pago': 'asks for a signature, see the same file',
  'POST /api/companies/import': 'takes an archive, see tests/services/provider/company-import-changes.test.ts',
  'POST /api/flowbuilder/audio': 'takes a recording, see tests/services/automation/flow-files.test.ts',
}

test(
  `odd requests get no 5xx, echo, internal word or undocumented answer, and cause no hang or leak (seed ${seed})`,
  async () => {
    const reached = new Set<string>()
    let opened = 0
    let company: CompanyLogin = await openCompany(installation, 'Solta')
    /** Opens another company, because some requests happen to be valid and end the login. */
    const prepareAgain = async (route: FuzzedRoute) => {
      company = await openCompany(installation, `Solta ${++opened}`)
      return prepareTarget(company, route)
    }
    const targets = new Map<FuzzedRoute, FuzzTarget>()
    /** The target of the first pass, if its login has not ended; a new one costs up to ten requests. */
    const targetOf = async (route: FuzzedRoute) => {
      const known = targets.get(route)
      if (known && (await isLoggedIn(known))) return known
      const target = await prepareTarget(company, route).catch(() => prepareAgain(route))
      targets.set(route, target)
      return target
    }
    const pass = async (run: number) => {
      for (const route of routes) {
        const target = await targetOf(route)
        const options = { seed: seed + run, perRoute: perRoute / 2, invalid: false, validateResponse }
        const result = await fuzz(serving.port, route, target, options)
        const all = [route.path, serving.exitReport(), summarize(result)]
        expect(all).toMatchObject([route.path, null, { findings: [], wrong: 0 }])
        if (Object.keys(result.statuses).some((status) => !rejections.includes(status)))
          reached.add(`${route.method} ${route.path}`)
      }
    }
    await pass(1)
    const memoryBefore = await residentBytes(serving)
    await pass(2)
    // With few requests the server still loads code in the second pass.
    if (!isSmall) await waitForMemoryBelow(serving, memoryBefore + memoryAllowance)
    expect((await serving.get('/readyz')).status).toBe(200)
    expect(serving.log().filter(({ level }) => level >= 50)).toEqual([])
    // A running export adds its row when it is finished.
    await until('every file has a row', async () => (await findStrayFiles(serving)).length === 0)
    if (isSmall) return // too few requests to reach the code of each route
    const names = routes.map(({ method, path }) => `${method} ${path}`)
    expect(names.filter((name) => !reached.has(name) && !unreachable[name])).toEqual([])
    expect(Object.keys(unreachable).filter((name) => !names.includes(name))).toEqual([])
  },
  timeoutMs,
)
