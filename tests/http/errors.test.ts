import { expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { bodyLimits } from '../../src/body-limits'
import { errorHandler } from '../../src/core/http/errors'
import { securityHeaders } from '../../src/core/http/headers'
import { routeTable } from '../../src/core/http/route-table'
import { limits } from '../../src/shared/limits'
import { createInstallation } from '../installation'

const json = { 'content-type': 'application/json' }

/** Application with one route per kind of failure, behind the hooks of all routes. */
const createFailingApp = (publicUrl = 'http://localhost') =>
  new Elysia()
    .use(securityHeaders(publicUrl, bodyLimits))
    .use(errorHandler)
    .post('/api/echo', ({ body }) => body, { body: t.Object({ email: t.String(), n: t.Number() }) })
    .get('/api/boom', () => {
      throw new Error('select * from users at /srv/secret')
    })
    .get('/api/wrong-answer', () => ({ secret: 'x' }) as never, { response: t.Object({ right: t.String() }) })
    .put('/api/raw', ({ request }) => request.text(), { parse: 'none' })
    .post('/api/image', () => 'ok', { body: t.Object({ file: t.File({ type: 'image' }) }) })

const send = (path: string, init?: RequestInit, publicUrl?: string) =>
  createFailingApp(publicUrl).handle(new Request(`http://localhost${path}`, init))
const post = (body: string, headers: Record<string, string> = json) =>
  send('/api/echo', { method: 'POST', headers, body })

test.each([
  ['broken JSON', () => post('{"email":'), 400, { error: 'ERR_BODY' }],
  ['wrong fields', () => post('{"email":"a","n":"SuperSecret1"}'), 422, { error: 'ERR_VALIDATION', fields: ['n'] }],
  ['not an object', () => post('null'), 422, { error: 'ERR_VALIDATION', fields: [] }],
  ['another media type', () => post('email=a&n=1', { 'content-type': 'text/plain' }), 415, { error: 'ERR_MEDIA_TYPE' }],
  ['broken multipart', () => post('zz', { 'content-type': 'multipart/form-data' }), 400, { error: 'ERR_BODY' }],
  ['unknown route', () => send('/api/nope'), 404, { error: 'ERR_NOT_FOUND' }],
  ['unknown method', () => send('/api/echo', { method: 'PATCH' }), 404, { error: 'ERR_NOT_FOUND' }],
  ['an exception', () => send('/api/boom'), 500, { error: 'ERR_INTERNAL_SERVER_ERROR' }],
  [
    'a response that differs from its schema',
    () => send('/api/wrong-answer'),
    500,
    { error: 'ERR_INTERNAL_SERVER_ERROR' },
  ],
  [
    'too large',
    () => post('{}', { ...json, 'content-length': `${limits.json + 1}` }),
    413,
    { error: 'ERR_TOO_LARGE', max: limits.json },
  ],
] as const)(
  '%s is answered with an error code, all security headers and no part of the input',
  async (_, request, status, body) => {
    const response = await request()
    expect({ status: response.status, body: await response.json() } as unknown).toEqual({ status, body })
    expectHeaders(response.headers)
    expect(response.headers.get('cache-control')).toBe('no-store')
  },
)

test.each([
  ['/api/auth/login', limits.strangersBody],
  ['/api/companies/cadastro', limits.strangersBody],
  ['/api/contacts', limits.json],
  ['/api/messages/1', limits.body],
  ['/api/messages/1/upload', limits.media],
])('%s accepts at most %i bytes', async (path, max) => {
  const sendWithLength = (length: number) =>
    send(path, { method: 'POST', body: '{}', headers: { ...json, 'content-length': `${length}` } })
  expect((await sendWithLength(max)).status).toBe(404) // the body is accepted; the app has no such route
  const refused = await sendWithLength(max + 1)
  expect([refused.status, await refused.json()]).toEqual([413, { error: 'ERR_TOO_LARGE', max }])
})

test('a login without content-length is refused', async () => {
  const response = await send('/api/auth/login', { method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
  expect([response.status, await response.json()]).toEqual([400, { error: 'ERR_BODY' }])
})

test('a request that the client aborts answers 400, not 500', async () => {
  const abort = new AbortController()
  const body = new ReadableStream({
    pull(controller) {
      abort.abort()
      controller.error(new Error('the connection was closed'))
    },
  })
  const response = await send('/api/raw', { method: 'PUT', body, signal: abort.signal })
  expect([response.status, await response.json()]).toEqual([400, { error: 'ERR_BODY' }])
})

test('ERR_VALIDATION lists at most 64 fields', async () => {
  const app = new Elysia().use(errorHandler).post('/', () => '', { body: t.Object({ list: t.Array(t.Number()) }) })
  const wrong = JSON.stringify({ list: Array(10_000).fill('x') })
  const response = await app.handle(new Request('http://localhost/', { method: 'POST', headers: json, body: wrong }))
  expect(((await response.json()) as { fields: string[] }).fields.length).toBe(64)
})

test('a file whose bytes are not of its type answers 415', async () => {
  const body = new FormData()
  body.append('file', new File(['hello'], 'x.png', { type: 'image/png' }))
  const response = await send('/api/image', { method: 'POST', body })
  expect([response.status, await response.json()]).toEqual([415, { error: 'ERR_MEDIA_TYPE' }])
})

test('responses of all routes have the security headers, also refusals', async () => {
  const { app } = await createInstallation()
  const routes = routeTable(app)
  expect(routes.length).toBeGreaterThan(10)
  for (const { method, path } of routes.filter(({ method }) => method !== 'WS')) {
    const response = await app.handle(new Request(`http://localhost${path}`, { method }))
    expectHeaders(response.headers)
  }
})

test('strict-transport-security is sent only when the public URL is https', async () => {
  const header = async (publicUrl: string) =>
    (await send('/api/nope', {}, publicUrl)).headers.get('strict-transport-security')
  expect(await header('http://localhost')).toBeNull()
  expect(await header('https://example.com')).toMatch(/^max-age=\d+/)
})

test('every route with a body schema has a body parser', async () => {
  const { app } = await createInstallation()
  const withBody = app.routes.filter(({ hooks }) => hooks.body)
  expect(withBody.length).toBeGreaterThan(10)
  expect(withBody.filter(({ hooks }) => !hooks.parse).map(({ path }) => path)).toEqual([])
})

test('only the listed routes are public', async () => {
  const { app } = await createInstallation()
  const publicRoutes = routeTable(app).filter(({ guard, path }) => guard === 'public' && path.startsWith('/api'))
  expect(publicRoutes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /api/auth/logout',
    'DELETE /api/mcp',
    'GET /api/look',
    'GET /api/look/files/:file',
    'GET /api/mcp',
    'GET /api/messages/sent/:id',
    'GET /api/messages/sent/:id/replies',
    'GET /api/openapi.json',
    'GET /api/plans/list',
    'GET /api/system',
    'POST /api/auth/invitation',
    'POST /api/auth/invitation/accept',
    'POST /api/auth/login',
    'POST /api/auth/login/second-step',
    'POST /api/auth/passkey/login',
    'POST /api/auth/passkey/options',
    'POST /api/auth/refresh_token',
    'POST /api/auth/setup',
    'POST /api/companies/cadastro',
    'POST /api/companies/cadastro/confirm',
    'POST /api/forgetpassword',
    'POST /api/forgetpassword/:email',
    'POST /api/mcp',
    'POST /api/messages/flow',
    'POST /api/messages/opt-out',
    'POST /api/messages/send',
    'POST /api/resetpasswords',
    'POST /api/resetpasswords/:email/:token/:password',
    'POST /api/subscription/webhook',
    'POST /api/subscription/webhook/asaas',
    'POST /api/subscription/webhook/card',
    'POST /api/subscription/webhook/mercado-pago',
    'POST /api/subscription/webhook/pix',
  ])
})

/** The exact policy, so that a weaker directive fails. */
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
  "media-src 'self' blob:; frame-src https://www.youtube-nocookie.com; connect-src 'self'; worker-src 'self'; " +
  "manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types balcao"

function expectHeaders(headers: Headers) {
  expect(headers.get('content-security-policy')).toBe(policy)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
}
