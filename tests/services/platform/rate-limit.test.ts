import { expect, test } from 'bun:test'
import { Buckets } from '../../../src/core/http/rate-limit'
import { Authenticator } from '../../../src/features/accounts/auth/authenticator'
import { login } from '../../../src/features/accounts/auth/login/login'
import { rateLimits } from '../../../src/features/accounts/auth/rate-limits'
import type { AppError } from '../../../src/shared/errors'
import { createInstallation, emailOf, password } from '../../installation'

function ticking() {
  let now = 1_000_000
  return { clock: () => now, pass: (seconds: number) => (now += seconds * 1000) }
}
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'in',
    (error: AppError) => error.code,
  )

test('a bucket allows its burst, then one request per refill interval, and returns the seconds to wait', () => {
  const { clock, pass } = ticking()
  const bucket = new Buckets(3, 60, clock)
  const take = () => {
    try {
      bucket.take('a')
      return 0
    } catch (error) {
      return (error as AppError).detail.retryAfter
    }
  }
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 20])
  pass(19)
  expect(take()).toBe(1)
  pass(1)
  expect([take(), take()]).toEqual([0, 20])
  pass(3600)
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 20])
})

test('keys have separate buckets, and their number is bounded', () => {
  const bucket = new Buckets(1, 60, () => 0, 100)
  for (let key = 0; key < 1000; key++) bucket.take(`${key}`)
  expect(bucket.size).toBe(100)
  expect(() => bucket.take('999')).toThrow('ERR_RATE_LIMIT')
})

test('the sixth wrong password from an address within three minutes answers ERR_RATE_LIMIT', async () => {
  const { clock, pass } = ticking()
  const { auth } = await createInstallation({ clock })
  const attempt = (given: string, ip = '9.9.9.9') =>
    outcome(login(auth, { email: emailOf('bob'), password: given }, { ip, userAgent: '' }))
  for (let n = 0; n < 5; n++) expect(await attempt('wrong one')).toBe('ERR_INVALID_CREDENTIALS')
  expect(await attempt(password)).toBe('ERR_RATE_LIMIT')
  expect(await attempt(password, '8.8.8.8')).toBe('in')
  pass(180)
  expect(await attempt(password)).toBe('in')
})

test('ten wrong passwords for one account from many addresses block new addresses but not known ones', async () => {
  const { clock, pass } = ticking()
  const { auth } = await createInstallation({ clock })
  const email = emailOf('bob')
  const from = (ip: string, given = password) => outcome(login(auth, { email, password: given }, { ip, userAgent: '' }))
  expect(await from('7.7.7.7')).toBe('in')
  const guesses: string[] = []
  for (let n = 0; n < 20; n++) guesses.push(await from(`10.1.${n}.1`, 'a guess'))
  expect(guesses.filter((one) => one === 'ERR_INVALID_CREDENTIALS').length).toBe(10)
  expect(guesses.slice(10)).toEqual(Array(10).fill('ERR_RATE_LIMIT'))
  expect(await from('7.7.7.7')).toBe('in')
  expect(await from('6.6.6.6')).toBe('ERR_RATE_LIMIT') // an unknown address is counted against the account's limit
  pass(91)
  expect(await from('6.6.6.6')).toBe('in') // after the bucket has refilled
})

test('attempts for invented e-mails do not evict the limit of an account', async () => {
  const { auth } = await createInstallation({ clock: () => 0 })
  const guess = (ip: string) =>
    outcome(login(auth, { email: emailOf('bob'), password: 'a guess' }, { ip, userAgent: '' }))
  for (let n = 0; n < 10; n++) expect(await guess(`10.1.${n}.1`)).toBe('ERR_INVALID_CREDENTIALS')
  const { login: pairs, loginAddress, unknownAccount } = auth.limits
  for (let n = 0; n < 25_000; n++) {
    loginAddress.take(`2001:db8:${n.toString(16)}:1`)
    pairs.take(`person${n}@acme.test 2001:db8:1:${n.toString(16)}`)
    unknownAccount.take(`person${n}@acme.test`)
  }
  expect(await guess('10.1.99.1')).toBe('ERR_RATE_LIMIT')
})

test('the 1001st login attempt from one IPv6 /48 is refused, whatever its /64 and e-mail', async () => {
  const { auth } = await createInstallation({ clock: () => 0 })
  for (let n = 0; n < 1000; n++) auth.limits.loginAddress.take(`2001:db8:1:${n % 50}`)
  const attempt = (ip: string) => outcome(login(auth, { email: 'x@acme.test', password: 'x' }, { ip, userAgent: '' }))
  expect(await attempt('2001:db8:1:77')).toBe('ERR_RATE_LIMIT')
  expect(await attempt('2001:db8:2:77')).toBe('ERR_INVALID_CREDENTIALS')
})

test('the owner of an account signs in from an earlier address after a restart while strangers guess', async () => {
  const { auth, ports, hub } = await createInstallation({ clock: () => 0 })
  const email = emailOf('bob')
  const from = (auth: Authenticator, ip: string, given = password) =>
    outcome(login(auth, { email, password: given }, { ip, userAgent: '' }))
  expect(await from(auth, '7.7.7.7')).toBe('in')
  const restarted = new Authenticator(
    ports,
    hub,
    rateLimits(() => 0),
  )
  for (let n = 0; n < 10; n++) await from(restarted, `10.1.${n}.1`, 'a guess')
  expect(await from(restarted, '6.6.6.6')).toBe('ERR_RATE_LIMIT')
  expect(await from(restarted, '7.7.7.7')).toBe('in')
})

test('the 101st login attempt from one address within a quarter of an hour is refused whatever its e-mail', async () => {
  const { auth } = await createInstallation({ clock: () => 0 })
  const attempt = (email: string, ip = '4.4.4.4') =>
    outcome(login(auth, { email, password: 'a guess' }, { ip, userAgent: '' }))
  const guesses: string[] = []
  for (let n = 0; n < 100; n++) guesses.push(await attempt(`person${n}@acme.test`))
  expect(guesses).toEqual(Array(100).fill('ERR_INVALID_CREDENTIALS'))
  expect(await attempt('person100@acme.test')).toBe('ERR_RATE_LIMIT')
  expect(await attempt('person100@acme.test', '3.3.3.3')).toBe('ERR_INVALID_CREDENTIALS')
})

test('a successful login uses up no attempt', async () => {
  const { auth } = await createInstallation({ clock: () => 0 })
  const given = { email: emailOf('bob'), password }
  for (let n = 0; n < 12; n++) expect(await outcome(login(auth, given, { ip: '5.5.5.5', userAgent: '' }))).toBe('in')
})
