import { expect, test } from 'bun:test'
import {
  base32,
  codeAt,
  enrolmentUri,
  matchingStep,
  stepAt,
} from '../../../src/features/accounts/users/second-factor/totp'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('totp at second %d is %s (RFC 6238)', (second, code) => {
  expect(codeAt(secret, stepAt(second * 1000), 8)).toBe(code)
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %p is %p (RFC 4648)', (text, coded) => expect(base32(Buffer.from(text))).toBe(coded))

test('a code is valid once, in its time step and in the adjacent ones', () => {
  const now = 1_700_000_000_000
  const here = stepAt(now)
  for (const [offset, good] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const)
    expect(matchingStep(secret, codeAt(secret, here + offset), now, 0) !== null).toBe(good)
  expect(matchingStep(secret, codeAt(secret, here), now, here)).toBeNull()
  expect(matchingStep(secret, codeAt(secret, here - 1), now, here)).toBeNull()
  expect(matchingStep(secret, codeAt(secret, here + 1), now, here)).toBe(here + 1)
  expect(matchingStep(secret, '', now, 0)).toBeNull()
})

test('the otpauth URI of the QR code has the fields apps need', () => {
  const uri = new URL(enrolmentUri('MZXW6', 'ana+1@acme.test', 'Balcão'))
  expect([uri.protocol, uri.host, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    'totp',
    'MZXW6',
    'Balcão',
  ])
  expect(decodeURIComponent(uri.pathname)).toBe('/Balcão:ana+1@acme.test')
})
