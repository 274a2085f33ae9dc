import { afterEach, expect, test } from 'bun:test'
import { readConfig } from '../../src/config'
import { checkOrigin, clientAddress, isLocalRequest } from '../../src/core/http/client-info'
import { defaultProxies, trustProxies } from '../../src/core/http/trusted-proxies'

const request = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers })
afterEach(() => trustProxies(defaultProxies))
const peer = (address: string) => ({ requestIP: () => ({ address }) })

test.each([
  ['a client without a proxy', '203.0.113.7', undefined, '203.0.113.7'],
  ['a client that sends X-Forwarded-For itself', '203.0.113.7', '10.0.0.1', '203.0.113.7'],
  ['one trusted proxy', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['a proxy that appends to a forged X-Forwarded-For', '127.0.0.1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['a client in the private network that sends X-Forwarded-For', '192.168.0.9', '203.0.113.7', '192.168.0.9'],
  ['a proxy in the private network that is not configured', '::ffff:172.16.0.9', '203.0.113.7', '172.16.0.9'],
  ['a client on this machine', '::1', undefined, '0:0:0:0'],
  ['an IPv6 client', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
  ['another IPv6 client of the same /64', '2001:db8:1:2::9', undefined, '2001:db8:1:2'],
  ['an abbreviated IPv6 address', '2001:db8::9', undefined, '2001:db8:0:0'],
])('clientAddress of %s', (_, address, forwarded, expected) => {
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
  expect(clientAddress(request(headers), peer(address))).toBe(expected)
})

test.each([
  ['a configured proxy', '10.0.0.2', '203.0.113.7', '203.0.113.7'],
  ['a configured proxy with an IPv4-mapped address', '::ffff:10.0.0.2', '203.0.113.7', '203.0.113.7'],
  ['two configured proxies', '10.0.0.2', '1.1.1.1, 203.0.113.7, 172.16.3.4', '203.0.113.7'],
  ['a client that is a trusted proxy itself', '10.0.0.2', '172.16.3.4', '172.16.3.4'],
  ['a proxy that sends no header', '10.0.0.2', undefined, '10.0.0.2'],
  ['a neighbour of a configured proxy', '10.0.0.3', '203.0.113.7', '10.0.0.3'],
  ['this machine, no longer trusted', '127.0.0.1', '203.0.113.7', '127.0.0.1'],
])('clientAddress behind configured proxies, of %s', (_, address, forwarded, expected) => {
  trustProxies(['10.0.0.2', '172.16.0.0/12'])
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
  expect(clientAddress(request(headers), peer(address))).toBe(expected)
})

test('BALCAO_TRUSTED_PROXIES takes addresses and networks, and nothing else', () => {
  const read = (text: string) => readConfig({ BALCAO_TRUSTED_PROXIES: text }).trustedProxies
  expect(read('10.0.0.2, 172.16.0.0/12,::1,fd00::/8')).toEqual(['10.0.0.2', '172.16.0.0/12', '::1', 'fd00::/8'])
  for (const text of ['proxy', '10.0.0.2/33', '10.0.0/8', '::1/129', '10.0.0.2/', '10.0.0.0/8/8', '10.0.0.2,'])
    expect(() => read(text), text).toThrow('BALCAO_TRUSTED_PROXIES')
})

test('isLocalRequest is true for a request from this machine without a proxy only', () => {
  expect(isLocalRequest(request(), peer('127.0.0.1'))).toBe(true)
  expect(isLocalRequest(request({ 'x-forwarded-for': '203.0.113.7' }), peer('127.0.0.1'))).toBe(false)
  for (const address of ['203.0.113.7', '10.0.0.2', '172.17.0.1', '127.evil', ''])
    expect([address, isLocalRequest(request(), peer(address))]).toEqual([address, false])
})

test.each([
  [{ host: 'desk.example', origin: 'https://desk.example' }, true],
  [{ host: 'internal:3000', origin: 'https://desk.example' }, true],
  [{ host: 'internal:3000', origin: 'http://internal:3000' }, true],
  [{ host: 'internal:3000', origin: 'http://internal:4000' }, false],
  [{ host: 'desk.example', origin: 'https://desk.example.evil.test' }, false],
  [{ host: 'desk.example', origin: 'null' }, false],
  [{ host: 'desk.example' }, true],
  [{ host: 'desk.example', 'sec-fetch-site': 'cross-site' }, false],
])('checkOrigin with headers %o allows the request: %p', (headers, may) => {
  const check = () => checkOrigin(new Headers(headers as never), 'https://desk.example')
  if (may) expect(check).not.toThrow()
  else expect(check).toThrow('ERR_FORBIDDEN_ORIGIN')
})

test('the refusal of a foreign origin names the official address', () => {
  const attempt = () => checkOrigin(new Headers({ host: 'desk', origin: 'https://desk:8443' }), 'https://desk.example')
  expect(attempt).toThrow(expect.objectContaining({ detail: { address: 'https://desk.example' } }))
})
