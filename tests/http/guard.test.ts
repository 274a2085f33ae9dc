import { expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { errorHandler } from '../../src/core/http/errors'
import { guard } from '../../src/core/http/guard'
import { routeTable } from '../../src/core/http/route-table'
import { createInstallation } from '../installation'
import { storedBytes } from '../stored-rows'

const body = JSON.stringify({})
const pathWithSampleParams = (path: string) => path.replaceAll(/:\w+/g, '1').replaceAll('*', 'x')

test('every private route refuses an unauthenticated request and changes nothing', async () => {
  const { app, published, store } = await createInstallation()
  const before = await storedBytes(store)
  const privateRoutes = routeTable(app).filter(({ guard, path }) => guard !== 'public' && path.startsWith('/api'))
  expect(privateRoutes.length).toBeGreaterThan(6)
  for (const { method, path } of privateRoutes) {
    const withBody = method === 'GET' ? {} : { body, headers: { 'content-type': 'application/json' } }
    const response = await app.handle(
      new Request(`http://localhost${pathWithSampleParams(path)}`, { method, ...withBody }),
    )
    expect([method, path, response.status, await response.json()]).toEqual([
      method,
      path,
      403,
      { error: 'ERR_SESSION_EXPIRED' },
    ])
  }
  expect(published).toEqual([])
  expect((await storedBytes(store)).equals(before)).toBe(true)
})

async function createGuardedRoutes() {
  const installation = await createInstallation({ clock: () => 0 })
  const app = new Elysia()
    .use(errorHandler)
    .use(guard(installation.auth))
    .get('/plain', ({ me }) => me.name, { auth: true })
    .get('/can', ({ me }) => me.name, { can: 'settings:edit' })
    .get('/plan', ({ me }) => me.name, { plan: 'useKanban' })
    .get('/both', ({ me }) => me.name, { can: 'settings:edit', plan: 'useKanban' })
    .get('/super', ({ platform }) => typeof platform.db, { super: true })
    .post('/body', ({ body }) => body.n, { can: 'settings:edit', body: t.Object({ n: t.Number() }) })
    .put('/raw', async ({ request }) => `${(await request.text()).length}`, { auth: true, parse: 'none' })
    .post('/file', ({ body }) => body.file.name, { auth: true, body: t.Object({ file: t.File() }) })
  const statusFor = async (
    name: Parameters<typeof installation.tokenOf>[0] | null,
    path: string,
    init: RequestInit = {},
  ) => {
    const headers = new Headers(init.headers)
    if (name) headers.set('authorization', `Bearer ${await installation.tokenOf(name)}`)
    const response = await app.handle(new Request(`http://localhost${path}`, { ...init, headers }))
    return response.status
  }
  return { ...installation, statusFor }
}

test.each([
  ['/plain', 200, 200, 200],
  ['/can', 200, 403, 200],
  ['/both', 200, 403, 200],
  ['/super', 403, 403, 200],
])('%s answers ana %d, bob %d, root %d and unauthenticated requests 403', async (path, ana, bob, root) => {
  const { statusFor } = await createGuardedRoutes()
  expect([
    await statusFor('ana', path),
    await statusFor('bob', path),
    await statusFor('root', path),
    await statusFor(null, path),
  ]).toEqual([ana, bob, root, 403])
})

test('routes of a feature that the plan lacks are refused, also for admins', async () => {
  const { statusFor, store, auth } = await createGuardedRoutes()
  expect(await statusFor('ana', '/plan')).toBe(200)
  await store.write(({ kysely }) => kysely.updateTable('plans').set({ useKanban: 0 }).execute())
  await auth.refreshRights(1 as never)
  expect([await statusFor('ana', '/plan'), await statusFor('ana', '/both'), await statusFor('ana', '/plain')]).toEqual([
    403, 403, 200,
  ])
})

test('a request with an invalid body and without permission is refused with 403, not 422', async () => {
  const { statusFor } = await createGuardedRoutes()
  const wrong = { method: 'POST', body: '{"n":"x"}', headers: { 'content-type': 'application/json' } }
  expect([
    await statusFor(null, '/body', wrong),
    await statusFor('bob', '/body', wrong),
    await statusFor('ana', '/body', wrong),
  ]).toEqual([403, 403, 422])
  expect(await statusFor('ana', '/body', { ...wrong, body: '{"n":1}' })).toBe(200)
})

test('the body of an unauthenticated request is not read; a raw body is passed to the route unparsed', async () => {
  const { statusFor } = await createGuardedRoutes()
  let pulled = 0
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        if (++pulled > 20) controller.close()
        else controller.enqueue(new Uint8Array(1 << 16))
      },
    })
  expect(
    await statusFor(null, '/body', {
      method: 'POST',
      body: endless(),
      headers: { 'content-type': 'application/json' },
    }),
  ).toBe(403)
  expect(pulled).toBeLessThan(5)
  const json = { 'content-type': 'application/json' }
  for (const headers of [{}, json])
    expect(await statusFor('bob', '/raw', { method: 'PUT', body: '[1', headers })).toBe(200)
  const form = new FormData()
  form.append('file', new File(['x'], 'x.txt'))
  expect(await statusFor('bob', '/file', { method: 'POST', body: form })).toBe(200)
})

test('a user beyond the rate limit gets 429 with retry-after; other users are not limited', async () => {
  const { statusFor, auth, app, tokenOf } = await createGuardedRoutes()
  for (let n = 0; n < 30_000; n++) auth.limits.person.take('3')
  expect([await statusFor('bob', '/plain'), await statusFor('ana', '/plain')]).toEqual([429, 200])
  const headers = { authorization: `Bearer ${await tokenOf('bob')}` }
  const response = await app.handle(new Request('http://localhost/api/auth/me', { headers }))
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
})
