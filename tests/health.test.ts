import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { bodyLimits } from '../src/body-limits'
import { headersFor, securityHeaders } from '../src/core/http/headers'
import { Health, healthRoutes, type ProcessState } from '../src/health'

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
