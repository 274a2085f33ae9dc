import { expect, test } from 'bun:test'
import { checkOrigin, clientAddress, isLocalRequest, isPrivate } from '../../src/core/http/client-info'

const request = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers })
const peer = (address: string) => ({ requestIP: () => ({ address }) })

test.each([
  ['a stranger', '203.0.113.7', undefined, '203.0.113.7'],
  ['a stranger who makes up a way here', '203.0.113.7', '10.0.0.1', '203.0.113.7'],
  ['one trusted proxy', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['a proxy that passes on what the client made up', '10.0.0.2', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['a proxy in IPv6 clothes', '::ffff:172.16.0.9', '203.0.113.7', '203.0.113.7'],
  ['nobody between', '::1', undefined, '0:0:0:0'],
  ['a household', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
  ['the same household', '2001:db8:1:2::9', undefined, '2001:db8:1:2'],
  ['a short one', '2001:db8::9', undefined, '2001:db8:0:0'],
])('%s is counted as whom the connection shows', (_, address, forwarded, expected) => {
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
  expect(clientAddress(request(headers), peer(address))).toBe(expected)
})

test('private is this machine and the private networks only', () => {
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

test('near means without a proxy', () => {
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
])('%o may: %p', (headers, may) => {
  const check = () => checkOrigin(new Headers(headers as never), 'https://desk.example')
  if (may) expect(check).not.toThrow()
  else expect(check).toThrow('ERR_FORBIDDEN_ORIGIN')
})
