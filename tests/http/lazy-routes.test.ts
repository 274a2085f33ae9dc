import { expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { prepareLazily, recordRoutes } from '../../src/core/http/lazy-routes'

/** Application that counts how often the macro `counted` is applied to a route. */
function createCountedApp() {
  const prepared: string[] = []
  const plugin = new Elysia({ name: 'counted' }).macro({
    counted: (name: string) => {
      prepared.push(name)
      return { resolve: () => ({ by: name }) }
    },
  })
  const routes = recordRoutes(new Elysia({ prefix: '/inner' }))
    .use(plugin)
    .get('/fixed', ({ by }) => `fixed ${by}`, { counted: 'a' })
    .get('/of/:id', ({ params, by }) => `${params.id + 1} ${by}`, {
      counted: 'b',
      params: t.Object({ id: t.Numeric() }),
    })
    .post('/of/:id', ({ body, by }) => `${body.n} ${by}`, { counted: 'c', body: t.Object({ n: t.Number() }) })
    .get('/rest/*', ({ params, by }) => `${params['*']} ${by}`, { counted: 'd' })
  const app = prepareLazily(new Elysia()).use(routes)
  const call = async (method: string, path: string, body?: object) => {
    const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await app.handle(new Request(`http://localhost${path}`, { method, ...json }))
    return [answer.status, answer.status === 200 ? await answer.text() : '']
  }
  return { app, prepared, call }
}

test('a recorded route is prepared once, at its first request, and answers like any other', async () => {
  const { prepared, call } = createCountedApp()
  expect(prepared).toEqual([])
  expect(await call('GET', '/inner/of/41')).toEqual([200, '42 b'])
  expect(await call('GET', '/inner/of/1/')).toEqual([200, '2 b'])
  expect(prepared).toEqual(['b'])
  expect(await call('GET', '/inner/fixed')).toEqual([200, 'fixed a'])
  expect(await call('GET', '/inner/fixed/')).toEqual([200, 'fixed a'])
  expect(await call('HEAD', '/inner/fixed')).toEqual([200, ''])
  expect(await call('GET', '/inner/rest/x/y')).toEqual([200, 'x/y d'])
  expect(await call('POST', '/inner/of/1', { n: 7 })).toEqual([200, '7 c'])
  expect(prepared).toEqual(['b', 'a', 'd', 'c'])
})

test('a recorded route checks its schemas, and another method or path is not found', async () => {
  const { call } = createCountedApp()
  expect(await call('GET', '/inner/of/x')).toEqual([422, ''])
  expect(await call('POST', '/inner/of/1', { n: 'x' })).toEqual([422, ''])
  expect(await call('DELETE', '/inner/of/1')).toEqual([404, ''])
  expect(await call('GET', '/of/1')).toEqual([404, ''])
})

test('the list of routes has every path from the beginning, and prepares a route whose hooks are read', () => {
  const { app, prepared } = createCountedApp()
  expect(app.routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /inner/fixed',
    'GET /inner/of/:id',
    'POST /inner/of/:id',
    'GET /inner/rest/*',
  ])
  expect(prepared).toEqual([])
  expect(app.routes[2]?.hooks).toMatchObject({ beforeHandle: [{ subType: 'resolve' }], body: { type: 'object' } })
  expect(prepared).toEqual(['c'])
})

test('a hook that the application gets later does not apply to earlier routes', async () => {
  const app = prepareLazily(new Elysia())
    .get('/early', () => 'early')
    .onBeforeHandle(() => 'hook')
    .get('/late', () => 'late')
  const text = async (path: string) => (await app.handle(new Request(`http://localhost${path}`))).text()
  expect([await text('/late'), await text('/early')]).toEqual(['hook', 'early'])
})

test('an instance with a hook or a schema of its own keeps them for its routes', async () => {
  const hooked = recordRoutes(new Elysia())
    .onBeforeHandle(({ query }) => (query.stop ? 'stopped' : undefined))
    .get('/hooked', () => 'went on')
  const checked = recordRoutes(new Elysia())
    .guard({ query: t.Object({ n: t.Numeric() }) })
    .get('/checked', ({ query }) => `${query.n + 1}`)
  const app = prepareLazily(new Elysia()).use(hooked).use(checked)
  const text = async (path: string) => {
    const answer = await app.handle(new Request(`http://localhost${path}`))
    return answer.ok ? answer.text() : answer.status
  }
  expect(await text('/hooked')).toBe('went on')
  expect(await text('/hooked?stop=1')).toBe('stopped')
  expect(await text('/checked?n=1')).toBe('2')
  expect(await text('/checked?n=x')).toBe(422)
})
