import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { createAuthority, issueServer } from '../../emulator/x509'
import { BadConfig } from '../../src/bad-config'
import { readConfig } from '../../src/config'
import { isInternalHost } from '../../src/core/net/internal-hosts'
import { OutsideError } from '../../src/core/net/outside-error'
import { createOutside, type OutsideRequest } from '../../src/core/net/outside-request'
import type { HostRules } from '../../src/core/net/safe-fetch'

interface Received {
  line: string
  headers: Headers
  body: string
}
let received: Received[] = []
beforeEach(() => {
  received = []
})
const megabyte = 1024 * 1024

/** Body that sends one byte and never ends. */
const endlessBody = () => new ReadableStream({ start: (sink) => sink.enqueue(new Uint8Array([120])), cancel() {} })

const pages: Record<string, (url: URL) => Response | Promise<Response>> = {
  '/json': () => Response.json({ said: 'olá' }),
  '/latin': () =>
    new Response(Buffer.from('Olá', 'latin1'), { headers: { 'content-type': 'text/plain; charset=ISO-8859-1' } }),
  '/odd': () => new Response('Olá', { headers: { 'content-type': 'text/plain; charset=nonsense' } }),
  '/html': () => new Response('<h1>Erro</h1>', { status: 500, headers: { 'content-type': 'text/html' } }),
  '/large': () => new Response('x'.repeat(10 * megabyte)),
  '/full': () => new Response('x'.repeat(megabyte)),
  '/chunked': () => new Response(new ReadableStream({ pull: (sink) => sink.enqueue(new Uint8Array(65_536)) })),
  '/bomb': () => new Response(gzipSync('x'.repeat(10 * megabyte)), { headers: { 'content-encoding': 'gzip' } }),
  '/packed': () => new Response(gzipSync('dentro'), { headers: { 'content-encoding': 'gzip' } }),
  '/slow': () => new Response(endlessBody()),
  '/never': () => new Promise(() => {}),
  '/round': () => new Response(null, { status: 302, headers: { location: '/round' } }),
  '/to': ({ searchParams }) =>
    new Response('moved', {
      status: Number(searchParams.get('status')),
      headers: { location: searchParams.get('url') ?? '' },
    }),
}
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const url = new URL(request.url)
    const line = `${request.method} ${request.headers.get('host')} ${url.pathname}`
    received.push({ line, headers: request.headers, body: await request.text() })
    return (await pages[url.pathname]?.(url)) ?? new Response('none', { status: 404 })
  },
})
afterAll(() => site.stop(true))

/** Every name resolves to the test server, the only public address here. */
const public127: HostRules = { resolve: async () => ['127.0.0.1'], allowed: (ip) => ip === '127.0.0.1' }
const send = createOutside([], public127)
const at = (path: string, host = 'n8n.example') => `http://${host}:${site.port}${path}`
const redirectTo = (url: string, status = 307) => at(`/to?status=${status}&url=${encodeURIComponent(url)}`)

/** Code of the refusal. */
async function problem(request: OutsideRequest, sender = send) {
  const error = await sender(request).then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(OutsideError)
  return (error as OutsideError).message
}

describe('a request to an address of a company', () => {
  test('reads the text of an answer by the charset that it names, and by UTF-8 for an unknown one', async () => {
    expect((await send({ url: at('/latin') })).text()).toBe('Olá')
    expect((await send({ url: at('/odd') })).text()).toBe('Olá')
  })

  test('sends the method, headers and JSON and returns status, address and body', async () => {
    const answer = await send({
      url: at('/json'),
      method: 'put',
      headers: { 'X-Key': 'k', Host: 'evil' },
      json: { a: 1 },
    })
    expect([answer.status, answer.url, JSON.parse(answer.text())]).toEqual([200, at('/json'), { said: 'olá' }])
    const [{ line, headers, body }] = received as [Received]
    expect([line, body]).toEqual([`PUT n8n.example:${site.port} /json`, '{"a":1}'])
    expect([headers.get('x-key'), headers.get('content-type')]).toEqual(['k', 'application/json'])
  })

  test('is a POST with a body and a GET without, whose body is not sent', async () => {
    await send({ url: at('/json'), body: 'a=1' })
    await send({ url: at('/json') })
    await send({ url: at('/json'), method: 'GET', json: {} })
    expect(received.map(({ line, body }) => [line.split(' ')[0], body])).toEqual([
      ['POST', 'a=1'],
      ['GET', ''],
      ['GET', ''],
    ])
  })

  test('returns an error page with its status', async () => {
    const { status, text } = await send({ url: at('/html') })
    expect([status, text()]).toEqual([500, '<h1>Erro</h1>'])
  })

  test.each(['/large', '/chunked', '/bomb'])('fails as tooLarge when %s is longer than 1 MB', async (path) => {
    expect(await problem({ url: at(path) })).toBe('tooLarge')
  })

  test('returns an answer of exactly 1 MB, and unpacks a compressed one', async () => {
    expect((await send({ url: at('/full') })).bytes.byteLength).toBe(megabyte)
    expect((await send({ url: at('/packed') })).text()).toBe('dentro')
  })

  test.each(['/never', '/slow'])('fails as timeout when %s does not end in time', async (path) => {
    expect(await problem({ url: at(path), timeoutMs: 60 })).toBe('timeout')
  })

  test('fails as timeout when the resolver does not answer', async () => {
    const silent = createOutside([], { resolve: () => new Promise(() => {}) })
    expect(await problem({ url: at('/json'), timeoutMs: 30 }, silent)).toBe('timeout')
  })

  test("fails as cancelled when the caller's signal aborts", async () => {
    expect(await problem({ url: at('/never'), signal: AbortSignal.timeout(30) })).toBe('cancelled')
    expect(await problem({ url: at('/json'), signal: AbortSignal.abort() })).toBe('cancelled')
  })

  test('fails as name, refused, headers or url without a request', async () => {
    const nameless = createOutside([], {
      resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    })
    expect(await problem({ url: at('/json') }, nameless)).toBe('name')
    expect(await problem({ url: 'http://n8n.example:1/' })).toBe('refused')
    expect(await problem({ url: at('/json'), headers: { 'a b': 'c' } })).toBe('headers')
    expect(await problem({ url: at('/json'), headers: { a: 'b\r\nc: d' } })).toBe('headers')
    for (const url of ['file:///etc/passwd', 'ftp://n8n.example/', 'http://a:b@n8n.example/', 'n8n', ''])
      expect(await problem({ url })).toBe('url')
    expect(received).toEqual([])
  })

  test('uses the next address of the host when the first one has no listener', async () => {
    const both = createOutside([], { resolve: async () => ['127.0.0.2', '127.0.0.1'], allowed: () => true })
    expect((await both({ url: at('/json') })).status).toBe(200)
  })

  test('fails as certificate when the certificate is for another name', async () => {
    const { key, certificate: cert } = issueServer(createAuthority())
    using server = disposable(
      Bun.serve({ hostname: '127.0.0.1', port: 0, tls: { key, cert }, fetch: () => new Response() }),
    )
    expect(await problem({ url: `https://n8n.example:${server.port}/` })).toBe('certificate')
  })
})

describe('a redirect', () => {
  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', '{"a":1}'],
    [307, 'POST', 'POST', '{"a":1}'],
    [308, 'POST', 'POST', '{"a":1}'],
  ])('%i after a %s continues as %s', async (status, method, next, body) => {
    await send({ url: redirectTo('/json', status), method, json: { a: 1 } })
    expect(received.map((one) => [one.line.split(' ')[0], one.body])).toEqual([
      [method, '{"a":1}'],
      [next, body],
    ])
    expect(received[1]?.headers.has('content-type')).toBe(body !== '')
  })

  const secret = { authorization: 'Bearer a', 'x-signature': 's', 'api-key': 'k', cookie: 'c' }
  const secretsOf = ({ headers }: Received) => Object.keys(secret).filter((name) => headers.has(name))

  test('to another host or port drops the headers with secrets; on the same host they stay', async () => {
    await send({ url: redirectTo(at('/json', 'other.example')), headers: secret, json: {} })
    await send({ url: redirectTo('/json'), headers: secret, json: {} })
    expect(received.map(secretsOf)).toEqual([Object.keys(secret), [], Object.keys(secret), Object.keys(secret)])
    expect(received[1]?.headers.get('content-type')).toBe('application/json')
  })

  test('to a private address, to another scheme or in a circle is refused', async () => {
    expect(await problem({ url: redirectTo('http://169.254.169.254/latest') })).toBe('address')
    expect(await problem({ url: redirectTo('http://[::1]/') })).toBe('address')
    expect(await problem({ url: redirectTo('file:///etc/passwd') })).toBe('url')
    expect(received).toHaveLength(3)
    expect(await problem({ url: at('/round') })).toBe('redirects')
    expect(received).toHaveLength(3 + 4)
  })
})

describe('a private address', () => {
  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    '10.0.0.1',
    '169.254.169.254',
  ])('%s is refused', async (host) => {
    expect(await problem({ url: at('/json', host) }, createOutside())).toBe(host === 'localhost' ? 'name' : 'address')
    expect(received).toEqual([])
  })

  test('beside a public one makes the name refused', async () => {
    const two = createOutside([], { ...public127, resolve: async () => ['127.0.0.1', '10.0.0.1'] })
    expect(await problem({ url: at('/json') }, two)).toBe('name')
  })

  test('behind a name is told like a name that does not exist', async () => {
    const names: Record<string, string[]> = { 'banco.lan': ['10.0.0.1'], empty: [], 'six.lan': ['fd00::1'] }
    const resolve = async (host: string) => {
      if (host === 'missing') throw Object.assign(new Error(), { code: 'ENOTFOUND' })
      return names[host] ?? ['127.0.0.1']
    }
    const sender = createOutside([], { ...public127, resolve })
    for (const host of ['banco.lan', 'empty', 'six.lan', 'missing'])
      for (const url of [at('/json', host), redirectTo(at('/json', host))])
        expect([host, await problem({ url }, sender)]).toEqual([host, 'name'])
  })

  test('in the second answer of the resolver is never requested (DNS rebinding)', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const rebinding = createOutside([], { ...public127, resolve: async () => answers.shift() ?? [] })
    expect((await rebinding({ url: at('/json') })).status).toBe(200)
    expect(await problem({ url: at('/json') }, rebinding)).toBe('name')
    expect(answers).toEqual([])
    expect(received).toHaveLength(1)
  })

  test('of a host that the operator named is requested, on the named port only', async () => {
    const resolve = async () => ['127.0.0.1']
    const status = async (hosts: string, url: string) => {
      const sender = createOutside(readHosts(hosts), { resolve })
      return sender({ url }).then(
        (answer) => answer.status,
        (error: OutsideError) => error.problem,
      )
    }
    expect(await status('n8n', at('/json', 'n8n'))).toBe(200)
    expect(await status(`x, N8N:${site.port}`, at('/json', 'n8n'))).toBe(200)
    expect(await status('n8n:1', at('/json', 'n8n'))).toBe('name')
    expect(await status('n8n', at('/json', 'api.n8n'))).toBe('name')
    expect(await status('127.0.0.1', at('/json', '2130706433'))).toBe(200)
  })

  test('is reached by a redirect only when the operator named its host', async () => {
    const rules: HostRules = {
      ...public127,
      resolve: async (host) => [host === 'n8n.example' ? '127.0.0.1' : '127.0.0.3'],
    }
    const url = redirectTo(at('/json', 'inside'))
    expect(await problem({ url }, createOutside([], rules))).toBe('name')
    expect(await problem({ url }, createOutside(['inside'], rules))).toBe('refused')
  })
})

describe('BALCAO_INTERNAL_HOSTS', () => {
  test.each(['*', 'http://n8n', 'n8n:port', 'n8n:70000', 'a b', 'n8n/x', 'u@n8n', '[::1', 'n8n:'])(
    '%s is refused',
    (list) => expect(() => readHosts(list)).toThrow(BadConfig),
  )

  test('takes names, addresses and ports', () => {
    const hosts = readHosts(' N8N , localhost:5678,[::1]:80, 10.0.0.7,')
    expect(hosts).toEqual(['n8n', 'localhost:5678', '[::1]:80', '10.0.0.7'])
    const named = (url: string) => isInternalHost(hosts, new URL(url))
    expect(['http://n8n.:9/', 'https://n8n/', 'http://localhost:5678/', 'http://[::1]/'].map(named)).not.toContain(
      false,
    )
    expect(['http://localhost/', 'https://[::1]/', 'http://10.0.0.70/'].map(named)).not.toContain(true)
  })
})

const disposable = (server: Bun.Server<unknown>) => ({
  port: server.port,
  [Symbol.dispose]: () => void server.stop(true),
})

const readHosts = (list: string) => readConfig({ BALCAO_INTERNAL_HOSTS: list }).internalHosts
