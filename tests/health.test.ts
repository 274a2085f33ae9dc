import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { headersFor } from '../src/core/headers'
import { Health, healthRoutes, type State } from '../src/health'

const ask = async (state: State, path: string) => {
  const health = new Health()
  health.state = state
  const app = new Elysia().use(healthRoutes(health)).get('/api/anything', () => 'yes')
  const answer = await app.handle(new Request(`http://localhost${path}`))
  return [answer.status, await answer.text()]
}

const expected: [state: State, path: string, status: number, body: string][] = [
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

test('what is refused while draining has the headers of every answer', async () => {
  const health = new Health()
  health.state = 'draining'
  const app = new Elysia().use(healthRoutes(health, headersFor('https://balcao.test')))
  const { headers } = await app.handle(new Request('http://localhost/api/anything'))
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('strict-transport-security')).not.toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
})
