import { beforeEach, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { bodyLimits } from '../src/body-limits'
import { allowConnections, headersFor, securityHeaders } from '../src/core/http/headers'
import { Health, healthRoutes, type ProcessState } from '../src/health'

// Installations of other files in this process may take cards, which adds hosts to the policy.
beforeEach(() => allowConnections([]))

const ask = async (state: ProcessState, path: string) => {
  const health = new Health()
  health.state = state
  const app = new Elysia().use(healthRoutes(health)).get('/api/anything', () => 'yes')
  const answer = await app.handle(new Request(`http://localhost${path}`))
  return [answer.status, await answer.text()]
}

const expected: [state: ProcessState, path: string, status: number, body: string][] = [
  ['checking', '/healthz', 200, 'ok'],
  ['checking', '/readyz', 503, 'checking'],
  ['checking', '/api/anything', 200, 'yes'],
  ['ready', '/readyz', 200, 'ready'],
  ['ready', '/api/anything', 200, 'yes'],
  ['damaged', '/healthz', 200, 'ok'],
  ['damaged', '/readyz', 503, 'damaged'],
  ['damaged', '/api/anything', 200, 'yes'],
  ['draining', '/healthz', 200, 'ok'],
  ['draining', '/readyz', 503, 'draining'],
  ['draining', '/api/anything', 503, '{"error":"ERR_NOT_READY"}'],
]
test.each(expected)('while %s, %s answers %d', async (state, path, status, body) => {
  expect(await ask(state, path)).toEqual([status, body])
})

test('/readyz answers 503 disconnected while one of several processes does not reach their database', async () => {
  const health = new Health()
  let isCutOff = true
  health.isCutOff = () => isCutOff
  const app = new Elysia().use(healthRoutes(health))
  const askReady = async () => (await app.handle(new Request('http://localhost/readyz'))).text()
  health.state = 'draining'
  expect(await askReady()).toBe('draining')
  health.state = 'ready'
  expect(await askReady()).toBe('disconnected')
  isCutOff = false
  expect(await askReady()).toBe('ready')
})

test('/readyz answers 503 full while a ready process has no room on its disk, and ready afterwards', async () => {
  const health = new Health()
  let full = true
  health.isFull = () => full
  const app = new Elysia().use(healthRoutes(health))
  const askReady = async () => {
    const answer = await app.handle(new Request('http://localhost/readyz'))
    return [answer.status, await answer.text(), health.ready]
  }
  health.state = 'damaged'
  expect(await askReady()).toEqual([503, 'damaged', false])
  health.state = 'ready'
  expect(await askReady()).toEqual([503, 'full', false])
  full = false
  expect(await askReady()).toEqual([200, 'ready', true])
})

test('/metrics returns help, type and sample of each gauge, or one sample per job name', async () => {
  const health = new Health()
  health.gauges.balcao_sockets = { help: 'Open browser sockets', read: () => 3 }
  health.gauges.balcao_jobs_due = { help: 'Jobs due', read: async () => ({ 'media.fetch': 2, 'push.send': 7 }) }
  const answer = await new Elysia().use(healthRoutes(health)).handle(new Request('http://localhost/metrics'))
  expect((await answer.text()).split('\n')).toEqual([
    '# HELP balcao_ready 1 while it takes work',
    '# TYPE balcao_ready gauge',
    'balcao_ready 0',
    '# HELP balcao_sockets Open browser sockets',
    '# TYPE balcao_sockets gauge',
    'balcao_sockets 3',
    '# HELP balcao_jobs_due Jobs due',
    '# TYPE balcao_jobs_due gauge',
    'balcao_jobs_due{job="media.fetch"} 2',
    'balcao_jobs_due{job="push.send"} 7',
    '',
  ])
})

test('/metrics leaves out the samples of a gauge that cannot be read, and has the others', async () => {
  const health = new Health()
  health.gauges.balcao_jobs_due = { help: 'Jobs due', read: () => Promise.reject(new Error('no answer')) }
  health.gauges.balcao_sockets = { help: 'Open browser sockets', read: () => 3 }
  const answer = await new Elysia().use(healthRoutes(health)).handle(new Request('http://localhost/metrics'))
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(text).toContain('balcao_sockets 3')
  expect(text).not.toMatch(/^balcao_jobs_due/m)
})

const token = 'a token of sixteen'
test.each([
  ['a request from this machine', '127.0.0.1', {}, 200],
  ['a request through a proxy', '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }, 404],
  ['a stranger', '203.0.113.7', {}, 404],
  ['another machine of the private network', '10.0.0.9', {}, 404],
  ['the token from another machine', '10.0.0.9', { authorization: `Bearer ${token}` }, 200],
  ['a wrong token', '10.0.0.9', { authorization: `Bearer ${token}s` }, 404],
])('/metrics for %s (%s) with headers %o answers %d', async (_, address, headers, status) => {
  const app = new Elysia().use(healthRoutes(new Health(), {}, token))
  app.server = { requestIP: () => ({ address }) } as unknown as typeof app.server
  const answer = await app.handle(new Request('http://localhost/metrics', { headers: headers as never }))
  expect([answer.status, (await answer.text()).includes('balcao_ready')]).toEqual([status, status === 200])
})

test('/metrics without a configured token accepts none from another machine', async () => {
  const app = new Elysia().use(healthRoutes(new Health()))
  app.server = { requestIP: () => ({ address: '10.0.0.9' }) } as unknown as typeof app.server
  for (const authorization of ['Bearer null', 'Bearer ', 'Bearer undefined']) {
    const answer = await app.handle(new Request('http://localhost/metrics', { headers: { authorization } }))
    expect([authorization, answer.status]).toEqual([authorization, 404])
  }
})

const publicUrl = 'https://balcao.test'

test.each([
  ['ready', '/healthz'],
  ['checking', '/readyz'],
  ['draining', '/readyz'],
  ['draining', '/api/anything'],
] as const)('while %s, the response of %s has the common headers and is not cached', async (state, path) => {
  const health = new Health()
  health.state = state
  const app = new Elysia().use(securityHeaders(publicUrl, bodyLimits)).use(healthRoutes(health, headersFor(publicUrl)))
  const { headers } = await app.handle(new Request(`${publicUrl}${path}`))
  for (const [name, value] of Object.entries(headersFor(publicUrl)))
    expect([name, headers.get(name)]).toEqual([name, value])
  expect(headers.get('cache-control')).toBe('no-store')
})
