import { describe, expect, test } from 'bun:test'
import type { RouteEntry } from '../../src/core/http/route-table'
import { type KeyScope, keyScopeOf, keyScopes } from '../../src/shared/key-scopes'
import { expectedStatus } from './access/expected-status'
import { createInstallationWithTargets, type InstallationWithTargets } from './access/installation'
import { byScopeSend, expectedScope, neverByKey } from './access/key-routes'
import { httpRoutes, routeKey, rowOf } from './access/table'

/** Every route with a key of each scope, with the request of the table of routes (tests/http/access). */

type Maker = 'ana' | 'rui'

/** Sends the request of a route with a key of the maker, for the rows of Bob. */
async function prepareKeys(installation: InstallationWithTargets) {
  const keys = new Map<string, string>()
  const keyOf = async (maker: Maker, scopes: readonly KeyScope[]) => {
    const name = `${maker} ${scopes}`
    const known = keys.get(name)
    if (known) return known
    const made = await installation.clientAs(maker)['api-keys'].post({ name, scopes: [...scopes] })
    expect(made.status).toBe(200)
    const { key } = made.data as { key: string }
    keys.set(name, key)
    return key
  }
  async function sendByKey(maker: Maker, scopes: readonly KeyScope[], route: RouteEntry) {
    const row = rowOf(route)
    const target = installation.ids.own
    const body = row.body?.(target)
    const headers = new Headers({ authorization: `Bearer ${await keyOf(maker, scopes)}` })
    if (body) headers.set('content-type', 'application/json')
    const request = new Request(
      `http://localhost${installation.pathWithIds(route, target)}${row.query ? `?${row.query}` : ''}`,
      { method: route.method, headers, body: row.form?.(target) ?? row.rawBody ?? (body && JSON.stringify(body)) },
    )
    const response = await installation.app.handle(request)
    const text = await response.text()
    await installation.store.idle()
    return { status: response.status, body: text }
  }
  for (const scope of keyScopes) await keyOf('ana', [scope])
  await keyOf('rui', keyScopes)
  return { ...installation, sendByKey }
}

const shared = await prepareKeys(await createInstallationWithTargets())
const routes = httpRoutes(shared.app)
/** Routes with an authentication of their own, which answers a key that reaches them after its scope was checked. */
const ownAuthentication = [...byScopeSend, 'GET /api/messages/sent/:id', 'GET /api/messages/sent/:id/replies']
const isMessagesApi = (route: RouteEntry) => route.guard === 'public' && ownAuthentication.includes(routeKey(route))

test('each route is in the table of scopes as the lists of the tests say', () => {
  const wrong = routes.filter((route) => keyScopeOf(route.method, route.path) !== expectedScope(route))
  expect(wrong.map(routeKey)).toEqual([])
  const known = routes.map(routeKey)
  expect([...neverByKey, ...byScopeSend].filter((key) => !known.includes(key))).toEqual([])
})

test('a part of the API that is not listed is reached by no key', () => {
  expect(keyScopeOf('GET', '/api/new/:id')).toBeNull()
  expect(keyScopeOf('GET', '/metrics')).toBeNull()
  expect(keyScopeOf('HEAD', '/api/tickets/')).toBe('read')
})

/** Tables that a use of a key changes, whatever it asks. */
const withoutKeys = (tables: Awaited<ReturnType<typeof shared.readTablesWithoutRefusals>>) => ({
  ...tables,
  api_keys: undefined,
  log: tables.log?.filter(({ entity }) => entity !== 'apiKey'),
  ids: undefined,
})

/** True for a route that reads the key; public routes ignore the header. */
const isGuarded = (route: RouteEntry) => route.guard !== 'public' || isMessagesApi(route)

describe(`${routes.length} routes × ${keyScopes.length} scopes`, () => {
  test('a key without the scope of a route is refused with 403 and changes nothing', async () => {
    const before = withoutKeys(await shared.readTablesWithoutRefusals())
    const wrong: unknown[] = []
    for (const route of routes.filter(isGuarded))
      for (const scope of keyScopes.filter((scope) => scope !== expectedScope(route))) {
        const { status, body } = await shared.sendByKey('ana', [scope], route)
        if (status !== 403 || JSON.parse(body).error !== 'ERR_KEY_SCOPE')
          wrong.push([routeKey(route), scope, status, body])
      }
    expect(wrong).toEqual([])
    expect(shared.published.filter(({ entity }) => entity !== 'apiKey')).toEqual([])
    expect(withoutKeys(await shared.readTablesWithoutRefusals())).toEqual(before)
  }, 600_000)

  test.each(routes.filter((route) => expectedScope(route)).map(routeKey))(
    '%s answers the key of its scope as its maker, and one of another company as that company’s admin',
    async (key) => {
      const route = routes.find((route) => routeKey(route) === key) as RouteEntry
      const scope = expectedScope(route) as KeyScope
      const installation = route.method === 'GET' ? shared : await prepareKeys(await createInstallationWithTargets())
      if (isMessagesApi(route)) {
        const { body } = await installation.sendByKey('ana', [scope], route)
        expect(body).not.toMatch(/ERR_(API_TOKEN|KEY_SCOPE|NO_PERMISSION)/)
        return
      }
      const row = rowOf(route)
      const rui = await installation.sendByKey('rui', keyScopes, route)
      expect(rui.status).toBe(expectedStatus(row, 'rui', 'own'))
      const ana = await installation.sendByKey('ana', [scope], route)
      expect(ana.status).toBe(key === 'GET /media/:id' ? 200 : expectedStatus(row, 'ana', 'own'))
    },
  )
})
