import { expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { bodyLimits } from '../../src/body-limits'
import { errors } from '../../src/core/http/errors'
import { security } from '../../src/core/http/headers'
import { routeTable } from '../../src/core/http/route-table'
import { limits } from '../../src/shared/limits'
import { createInstallation } from '../installation'

const json = { 'content-type': 'application/json' }

/** One route for each way to fail, behind the same hooks as every other. */
const failing = (publicUrl = 'http://localhost') =>
  new Elysia()
    .use(security(publicUrl, bodyLimits))
    .use(errors)
    .post('/api/echo', ({ body }) => body, { body: t.Object({ email: t.String(), n: t.Number() }) })
    .get('/api/boom', () => {
      throw new Error('select * from users at /srv/secret')
    })
    .get('/api/wrong-answer', () => ({ secret: 'x' }) as never, { response: t.Object({ right: t.String() }) })
    .put('/api/raw', ({ request }) => request.text(), { parse: 'none' })
    .post('/api/image', () => 'ok', { body: t.Object({ file: t.File({ type: 'image' }) }) })

const ask = (path: string, init?: RequestInit, publicUrl?: string) =>
  failing(publicUrl).handle(new Request(`http://localhost${path}`, init))
const post = (body: string, headers: Record<string, string> = json) =>
  ask('/api/echo', { method: 'POST', headers, body })

test.each([
  ['broken JSON', () => post('{"email":'), 400, { error: 'ERR_BODY' }],
  ['wrong fields', () => post('{"email":"a","n":"SuperSecret1"}'), 422, { error: 'ERR_VALIDATION', fields: ['n'] }],
  ['not an object', () => post('null'), 422, { error: 'ERR_VALIDATION', fields: [] }],
  ['another form', () => post('email=a&n=1', { 'content-type': 'text/plain' }), 415, { error: 'ERR_MEDIA_TYPE' }],
  ['broken multipart', () => post('zz', { 'content-type': 'multipart/form-data' }), 400, { error: 'ERR_BODY' }],
  ['unknown route', () => ask('/api/nope'), 404, { error: 'ERR_NOT_FOUND' }],
  ['unknown method', () => ask('/api/echo', { method: 'PATCH' }), 404, { error: 'ERR_NOT_FOUND' }],
  ['a bug', () => ask('/api/boom'), 500, { error: 'ERR_INTERNAL_SERVER_ERROR' }],
  ['an answer of ours that is wrong', () => ask('/api/wrong-answer'), 500, { error: 'ERR_INTERNAL_SERVER_ERROR' }],
  [
    'too large',
    () => post('{}', { ...json, 'content-length': `${limits.json + 1}` }),
    413,
    { error: 'ERR_TOO_LARGE', max: limits.json },
  ],
] as const)('%s is answered by a code, with every header and no echo', async (_, request, status, body) => {
  const answer = await request()
  expect({ status: answer.status, body: await answer.json() } as unknown).toEqual({ status, body })
  expectHeaders(answer.headers)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test.each([
  ['/api/auth/login', limits.strangersBody],
  ['/api/companies/cadastro', limits.strangersBody],
  ['/api/contacts', limits.json],
  ['/api/messages/1', limits.body],
  ['/api/messages/1/upload', limits.media],
])('%s takes at most %i bytes', async (path, max) => {
  const announce = (length: number) =>
    ask(path, { method: 'POST', body: '{}', headers: { ...json, 'content-length': `${length}` } })
  expect((await announce(max)).status).toBe(404) // it went on to look for the route
  const refused = await announce(max + 1)
  expect([refused.status, await refused.json()]).toEqual([413, { error: 'ERR_TOO_LARGE', max }])
})

test('strangers say how long their body is, or are not listened to', async () => {
  const answer = await ask('/api/auth/login', { method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
  expect([answer.status, await answer.json()]).toEqual([400, { error: 'ERR_BODY' }])
})

test('whoever hangs up half-way is no failure of ours', async () => {
  const hangUp = new AbortController()
  const body = new ReadableStream({
    pull(controller) {
      hangUp.abort()
      controller.error(new Error('the connection was closed'))
    },
  })
  const answer = await ask('/api/raw', { method: 'PUT', body, signal: hangUp.signal })
  expect([answer.status, await answer.json()]).toEqual([400, { error: 'ERR_BODY' }])
})

test('more wrong fields than anybody reads are not all named', async () => {
  const app = new Elysia().use(errors).post('/', () => '', { body: t.Object({ list: t.Array(t.Number()) }) })
  const wrong = JSON.stringify({ list: Array(10_000).fill('x') })
  const answer = await app.handle(new Request('http://localhost/', { method: 'POST', headers: json, body: wrong }))
  expect(((await answer.json()) as { fields: string[] }).fields.length).toBe(64)
})

test('a file that is not what it says is 415', async () => {
  const body = new FormData()
  body.append('file', new File(['hello'], 'x.png', { type: 'image/png' }))
  const answer = await ask('/api/image', { method: 'POST', body })
  expect([answer.status, await answer.json()]).toEqual([415, { error: 'ERR_MEDIA_TYPE' }])
})

test('the security headers are on every route there is, refused or not', async () => {
  const { app } = await createInstallation()
  const routes = routeTable(app)
  expect(routes.length).toBeGreaterThan(10)
  for (const { method, path } of routes.filter(({ method }) => method !== 'WS')) {
    const answer = await app.handle(new Request(`http://localhost${path}`, { method }))
    expectHeaders(answer.headers)
  }
})

test('strict transport is said only where the public address is https', async () => {
  const header = async (publicUrl: string) =>
    (await ask('/api/nope', {}, publicUrl)).headers.get('strict-transport-security')
  expect(await header('http://localhost')).toBeNull()
  expect(await header('https://example.com')).toMatch(/^max-age=\d+/)
})

test('every route that takes a body reads it our way, or leaves it to the route', async () => {
  const { app } = await createInstallation()
  const taking = app.routes.filter(({ hooks }) => hooks.body)
  expect(taking.length).toBeGreaterThan(10)
  expect(taking.filter(({ hooks }) => !hooks.parse).map(({ path }) => path)).toEqual([])
})

test('the route table names the guard of each route, and few are public', async () => {
  const { app } = await createInstallation()
  const open = routeTable(app).filter(({ guard, path }) => guard === 'public' && path.startsWith('/api'))
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /api/auth/logout',
    'GET /api/openapi.json',
    'GET /api/plans/list',
    'GET /api/system',
    'POST /api/auth/login',
    'POST /api/auth/login/second-step',
    'POST /api/auth/refresh_token',
    'POST /api/auth/setup',
    'POST /api/companies/cadastro',
    'POST /api/forgetpassword',
    'POST /api/forgetpassword/:email',
    'POST /api/messages/send',
    'POST /api/resetpasswords',
    'POST /api/resetpasswords/:email/:token/:password',
    'POST /api/subscription/webhook',
    'POST /api/subscription/webhook/card',
    'POST /api/subscription/webhook/pix',
  ])
})

/** The whole policy: a weaker directive is a change of this text. */
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "media-src 'self' blob:; frame-src https://www.youtube-nocookie.com; connect-src 'self'; worker-src 'self'; " +
  "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

function expectHeaders(headers: Headers) {
  expect(headers.get('content-security-policy')).toBe(policy)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
}
