import { expect, test } from 'bun:test'
import { createInstallationWithTargets } from './access/installation'
import { httpRoutes } from './access/table'

/** Security headers of every response (core/http/headers.ts). */

const installation = await createInstallationWithTargets()
const securityHeaders = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
]
const missingHeaders = (headers: Headers) => securityHeaders.filter((name) => !headers.has(name))

test('every route sends all security headers to an unauthenticated client', async () => {
  for (const route of httpRoutes(installation.app)) {
    const url = `http://localhost${installation.pathWithIds(route, installation.ids.missing)}`
    const { headers, status } = await installation.app.handle(new Request(url, { method: route.method }))
    expect([route.path, status, missingHeaders(headers)]).toEqual([route.path, status, []])
  }
})

test('files, ranges, invalid ranges and unknown paths have all security headers', async () => {
  const link = installation.ports.media.links.forEveryone(1 as never, installation.ids.own.media)
  const get = (path: string, headers = {}) =>
    installation.app.handle(new Request(`http://localhost${path}`, { headers }))
  const responses = [
    await get(link),
    await get(link, { range: 'bytes=0-2' }),
    await get(link, { range: 'bytes=900-' }),
    await get('/media/nothing'),
    await get('/api/nothing'),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 206, 416, 404, 404])
  for (const { headers } of responses) expect(missingHeaders(headers)).toEqual([])
  expect(responses[0]!.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})

test('no route allows pages of other sites to read its answer, nor to send one of its requests', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  for (const route of httpRoutes(installation.app)) {
    const url = `http://localhost${installation.pathWithIds(route, installation.ids.missing)}`
    for (const method of [route.method, 'OPTIONS']) {
      const response = await installation.app.handle(new Request(url, { method, headers }))
      const allowed = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect([method, route.path, allowed]).toEqual([method, route.path, []])
    }
  }
})
