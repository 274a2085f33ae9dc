import { expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { errors } from '../../src/core/http/errors'
import { guard } from '../../src/core/http/guard'
import { routeTable } from '../../src/core/http/route-table'
import { createInstallation } from '../installation'

const body = JSON.stringify({})
const filled = (path: string) => path.replaceAll(/:\w+/g, '1').replaceAll('*', 'x')

test('every private route refuses a stranger before it looks at anything else', async () => {
  const { app, published, store } = await createInstallation()
  const before = store.raw.statements.sqlite.serialize()
  const closed = routeTable(app).filter(({ guard, path }) => guard !== 'public' && path.startsWith('/api'))
  expect(closed.length).toBeGreaterThan(6)
  for (const { method, path } of closed) {
    const withBody = method === 'GET' ? {} : { body, headers: { 'content-type': 'application/json' } }
    const answer = await app.handle(new Request(`http://localhost${filled(path)}`, { method, ...withBody }))
    expect([method, path, answer.status, await answer.json()]).toEqual([
      method,
      path,
      403,
      { error: 'ERR_SESSION_EXPIRED' },
    ])
  }
  expect(published).toEqual([])
  expect(store.raw.statements.sqlite.serialize().equals(before)).toBe(true)
})

async function guarded() {
  const installation = await createInstallation({ clock: () => 0 })
  const app = new Elysia()
    .use(errors)
    .use(guard(installation.auth))
    .get('/plain', ({ me }) => me.name, { auth: true })
    .get('/can', ({ me }) => me.name, { can: 'settings:edit' })
    .get('/plan', ({ me }) => me.name, { plan: 'useKanban' })
    .get('/both', ({ me }) => me.name, { can: 'settings:edit', plan: 'useKanban' })
    .get('/super', ({ platform }) => typeof platform.db, { super: true })
    .post('/body', ({ body }) => body.n, { can: 'settings:edit', body: t.Object({ n: t.Number() }) })
    .put('/raw', async ({ request }) => `${(await request.text()).length}`, { auth: true, parse: 'none' })
    .post('/file', ({ body }) => body.file.name, { auth: true, body: t.Object({ file: t.File() }) })
  const ask = async (name: Parameters<typeof installation.tokenOf>[0] | null, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (name) headers.set('authorization', `Bearer ${await installation.tokenOf(name)}`)
    const answer = await app.handle(new Request(`http://localhost${path}`, { ...init, headers }))
    return answer.status
  }
  return { ...installation, ask }
}

test.each([
  ['/plain', 200, 200, 200],
  ['/can', 200, 403, 200],
  ['/both', 200, 403, 200],
  ['/super', 403, 403, 200],
])('%s lets in whom it names', async (path, ana, bob, root) => {
  const { ask } = await guarded()
  expect([await ask('ana', path), await ask('bob', path), await ask('root', path), await ask(null, path)]).toEqual([
    ana,
    bob,
    root,
    403,
  ])
})

test('a plan without the feature closes its routes for everybody', async () => {
  const { ask, store, auth } = await guarded()
  expect(await ask('ana', '/plan')).toBe(200)
  await store.write(({ kysely }) => kysely.updateTable('plans').set({ useKanban: 0 }).execute())
  await auth.refreshRights(1 as never)
  expect([await ask('ana', '/plan'), await ask('ana', '/both'), await ask('ana', '/plain')]).toEqual([403, 403, 200])
})

test('who may not is told so before what is wrong with the body', async () => {
  const { ask } = await guarded()
  const wrong = { method: 'POST', body: '{"n":"x"}', headers: { 'content-type': 'application/json' } }
  expect([await ask(null, '/body', wrong), await ask('bob', '/body', wrong), await ask('ana', '/body', wrong)]).toEqual(
    [403, 403, 422],
  )
  expect(await ask('ana', '/body', { ...wrong, body: '{"n":1}' })).toBe(200)
})

test('a stranger’s body is not even read; a raw body is left to the route', async () => {
  const { ask } = await guarded()
  let pulled = 0
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        if (++pulled > 20) controller.close()
        else controller.enqueue(new Uint8Array(1 << 16))
      },
    })
  expect(
    await ask(null, '/body', { method: 'POST', body: endless(), headers: { 'content-type': 'application/json' } }),
  ).toBe(403)
  expect(pulled).toBeLessThan(5)
  const json = { 'content-type': 'application/json' }
  for (const headers of [{}, json]) expect(await ask('bob', '/raw', { method: 'PUT', body: '[1', headers })).toBe(200)
  const form = new FormData()
  form.append('file', new File(['x'], 'x.txt'))
  expect(await ask('bob', '/file', { method: 'POST', body: form })).toBe(200)
})

test('too many requests of one person are refused with the time to wait, and nobody else is', async () => {
  const { ask, auth, app, tokenOf } = await guarded()
  for (let n = 0; n < 30_000; n++) auth.limits.person.take('3')
  expect([await ask('bob', '/plain'), await ask('ana', '/plain')]).toEqual([429, 200])
  const headers = { authorization: `Bearer ${await tokenOf('bob')}` }
  const answer = await app.handle(new Request('http://localhost/api/auth/me', { headers }))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
})
