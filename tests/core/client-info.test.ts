import { expect, test } from 'bun:test'
import { checkOrigin, clientAddress, isLocalRequest, isPrivate } from '../../src/core/http/client-info'

const request = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers })
const peer = (address: string) => ({ requestIP: () => ({ address }) })

test.each([
  ['a client without a proxy', '203.0.113.7', undefined, '203.0.113.7'],
  ['a client that sends X-Forwarded-For itself', '203.0.113.7', '10.0.0.1', '203.0.113.7'],
  ['one trusted proxy', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['a proxy that appends to a forged X-Forwarded-For', '10.0.0.2', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['a proxy with an IPv4-mapped address', '::ffff:172.16.0.9', '203.0.113.7', '203.0.113.7'],
  ['a client on this machine', '::1', undefined, '0:0:0:0'],
  ['an IPv6 client', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
  ['another IPv6 client of the same /64', '2001:db8:1:2::9', undefined, '2001:db8:1:2'],
  ['an abbreviated IPv6 address', '2001:db8::9', undefined, '2001:db8:0:0'],
])('clientAddress of %s', (_, address, forwarded, expected) => {
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
  expect(clientAddress(request(headers), peer(address))).toBe(expected)
})

test('isPrivate is true for loopback, private and link-local addresses only', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.16.0.1',
    '172.31.255.1',
    '::1',
    'fd00::1',
    'fe80::1',
  ])
    expect([address, isPrivate(address)]).toEqual([address, true])
  for (const address of ['8.8.8.8', '172.15.0.1', '172.32.0.1', '11.0.0.1', '193.168.0.1', '2001:db8::1', 'fc', ''])
    expect([address, isPrivate(address)]).toEqual([address, false])
})

test('isLocalRequest is true for a private address without a proxy only', () => {
  expect(isLocalRequest(request(), peer('127.0.0.1'))).toBe(true)
  expect(isLocalRequest(request({ 'x-forwarded-for': '203.0.113.7' }), peer('127.0.0.1'))).toBe(false)
  expect(isLocalRequest(request(), peer('203.0.113.7'))).toBe(false)
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
