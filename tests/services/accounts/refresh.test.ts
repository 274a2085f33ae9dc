import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import type { CompanyId } from '../../../src/core/storage/schema'
import { login, signIn } from '../../../src/features/accounts/auth/login/login'
import { graceSeconds, loginDays, settleSeconds } from '../../../src/features/accounts/auth/login/login-life'
import { refreshLogin } from '../../../src/features/accounts/auth/refresh/refresh'
import { maxBranches } from '../../../src/features/accounts/auth/refresh/refresh-branches'
import { AppError } from '../../../src/shared/errors'
import { companies, createInstallation, emailOf, password, people } from '../../installation'
import { sizeOf } from '../../size'
import { forgetLastId } from '../../stored-rows'

afterEach(() => void setSystemTime())

const client = { ip: '1.1.1.1', userAgent: '' }
const bob = { id: people.bob.id, companyId: companies.acme as CompanyId }

type Installation = Awaited<ReturnType<typeof createInstallation>>

/** New login of Bob at a stopped clock, which `wait` moves; `use` presents a token to the server. */
async function createLogin(installation?: Installation) {
  installation ??= await createInstallation()
  const { auth } = installation
  let now = Date.parse('2030-01-01T12:00:00Z')
  const wait = (seconds: number) => {
    now += seconds * 1000
    setSystemTime(new Date(now))
  }
  wait(0)
  const { refresh } = await signIn(auth, bob, client)
  const use = async (token: string) => (await refreshLogin(auth, token)).refresh
  const codeOf = (token: string) =>
    use(token).then(
      () => 'accepted',
      (error: AppError) => error.code,
    )
  const { acme } = installation
  const row = async () =>
    acme.select('tokens').selectAll().where('userId', '=', bob.id).orderBy('id', 'desc').executeTakeFirst()
  return { ...installation, refresh, wait, use, codeOf, row }
}

/** One browser: tabs that send the cookie at the same moment; the responses arrive in the order of `arrival`. */
interface Round {
  wait: number
  tabs: number
  /** Tab whose response arrives last and so decides the cookie. */
  last: number
  /** Seconds after which the tabs repeat a request whose response was lost. */
  repeatAfter: number | null
}
const round: fc.Arbitrary<Round> = fc.record({
  wait: fc.constantFrom(0, 1, 10, 29, 31, 59, 61, 600, 900, 86_400),
  tabs: fc.integer({ min: 1, max: 5 }),
  last: fc.nat(4),
  repeatAfter: fc.option(fc.constantFrom(0, 5, graceSeconds), { freq: 3 }),
})

test('one browser with several tabs, late and lost responses is never refused', async () => {
  const installation = await createInstallation()
  const holds = fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 12 }), async (rounds) => {
    const { refresh, use, wait, row } = await createLogin(installation)
    let cookie = refresh
    for (const { wait: pause, tabs, last, repeatAfter } of rounds) {
      wait(pause)
      const sent = cookie
      if (repeatAfter !== null) {
        await use(sent)
        wait(repeatAfter)
      }
      const given: string[] = []
      for (let tab = 0; tab < tabs; tab++) given.push(await use(sent))
      cookie = given[last % tabs] as string
    }
    expect((await row())?.revokedAt).toBeNull()
  })
  await fc.assert(holds, { numRuns: sizeOf({ everyday: 20, full: 80 }) })
})

/** Step of two holders of copies of one token: the one who refreshes, and the seconds since the step before. */
const visit = fc.record({ thief: fc.boolean(), wait: fc.constantFrom(0, 1, 20, 29, 45, 61, 900) })

test('two holders of one token never both go on: the login is revoked when both used it after the settling time', async () => {
  const installation = await createInstallation()
  const holds = fc.asyncProperty(fc.array(visit, { maxLength: 14 }), async (visits) => {
    const { refresh, use, wait, row } = await createLogin(installation)
    const held = { thief: refresh, owner: refresh }
    const both = [false, true].map((thief) => ({ thief, wait: settleSeconds + 1 }))
    let refused = false
    // The first two uses are within the grace period; the last ones are later than the settling time for both.
    for (const { thief, wait: pause } of [
      { thief: false, wait: 0 },
      { thief: true, wait: 5 },
      ...visits,
      ...both,
      ...both,
    ]) {
      wait(pause)
      const who = thief ? 'thief' : 'owner'
      const next = await use(held[who]).catch((error: unknown) => error)
      if (next instanceof AppError) refused = true
      else held[who] = next as string
      if (refused) break
    }
    expect([refused, (await row())?.revokedFor]).toEqual([true, 'reuse'])
  })
  await fc.assert(holds, { numRuns: sizeOf({ everyday: 20, full: 80 }) })
})

test('a token presented a second time within 30 s gets a token of its own, and afterwards ends the login', async () => {
  const { refresh, use, codeOf, wait, row, acme } = await createLogin()
  const first = await use(refresh)
  wait(graceSeconds)
  const second = await use(refresh)
  expect(new Set([refresh, first, second]).size).toBe(3)
  wait(1)
  expect(await codeOf(refresh)).toBe('ERR_SESSION_REFUSED')
  expect((await row())?.revokedFor).toBe('reuse')
  const lines = acme.select('audit_log').select(['entity', 'entityId', 'name']).where('action', '=', 'reuse')
  expect(await lines.execute()).toEqual([{ entity: 'session', entityId: bob.id, name: 'Bob' }])
})

test('a thief who refreshes in step with the owner is noticed at the next refresh of both', async () => {
  const { refresh, use, codeOf, wait, row } = await createLogin()
  const [owners, thiefs] = [await use(refresh), await use(refresh)]
  wait(900)
  const next = await use(owners)
  wait(1)
  expect(await codeOf(thiefs)).toBe('ERR_SESSION_REFUSED')
  expect((await row())?.revokedFor).toBe('reuse')
  expect(await codeOf(next)).toBe('ERR_SESSION_REFUSED')
})

test('a thief who keeps forking cannot prolong the settling time', async () => {
  const { refresh, use, codeOf, wait } = await createLogin()
  const owners = await use(refresh)
  let mine = await use(refresh)
  for (let at = 0; at < settleSeconds; at += 20) {
    wait(20)
    const before = mine
    mine = await use(before)
    await use(before)
  }
  wait(1)
  await use(mine)
  expect(await codeOf(owners)).toBe('ERR_SESSION_REFUSED')
})

test('a response that arrives after those of later requests leaves a cookie that stays valid', async () => {
  const { refresh, use, wait } = await createLogin()
  const [early, late] = [await use(refresh), await use(refresh)]
  await use(early) // a page loaded meanwhile
  wait(900)
  expect(await use(late)).toBeString() // the cookie that was stored last
})

test('the request beyond the largest number of branches is refused with a time to retry and ends nothing', async () => {
  const { refresh, use, codeOf, wait } = await createLogin()
  let last = ''
  for (let n = 0; n < maxBranches; n++) last = await use(refresh)
  expect(await codeOf(refresh)).toBe('ERR_RATE_LIMIT')
  wait(settleSeconds + 1)
  expect(await codeOf(last)).toBe('accepted')
})

test('concurrent refreshes of several tabs keep the login', async () => {
  const { refresh, use } = await createLogin()
  const tabs = await Promise.all([1, 2, 3, 4].map(() => use(refresh)))
  expect(new Set(tabs).size).toBe(4)
  expect(await use(tabs[2] as string)).toBeString()
})

test('a login used daily ends after 30 days with ERR_LOGIN_TOO_OLD, also for its access token', async () => {
  const { refresh, use, auth, wait, row } = await createLogin()
  let token = refresh
  for (let day = 1; day < loginDays; day++) {
    wait(86_400)
    token = await use(token)
  }
  wait(86_400 - 1)
  token = await use(token)
  const { id: tokenId, expiresAt } = (await row()) as { id: number; expiresAt: string }
  expect(expiresAt).toBe('2030-01-31T12:00:00.000Z')
  const access = { tokenId, userId: bob.id, companyId: bob.companyId }
  expect(await auth.denialReason(access)).toBeNull()
  wait(1)
  await expect(use(token)).rejects.toMatchObject({ code: 'ERR_LOGIN_TOO_OLD', detail: { days: loginDays } })
  wait(1) // cached rights are used for a second
  expect(await auth.denialReason(access)).toBe('ERR_SESSION_EXPIRED')
})

test('a token of another login with the same id and user neither refreshes it nor ends it', async () => {
  const { refresh, use, codeOf, store, auth } = await createLogin()
  await store.write(({ kysely }) =>
    kysely.deleteFrom('tokens').where('userId', '=', bob.id).where('id', '>', 6).execute(),
  )
  await forgetLastId(store, 'tokens') // as an old backup
  const { refresh: mine } = await signIn(auth, bob, client)
  expect(mine.split('-').slice(0, 2)).toEqual(refresh.split('-').slice(0, 2))
  expect(await codeOf(refresh)).toBe('ERR_SESSION_REFUSED')
  expect(await use(mine)).toBeString()
})

test('no part of a refresh token is stored', async () => {
  const { auth, store } = await createInstallation()
  const { refresh } = await login(auth, { email: emailOf('bob'), password }, client)
  const rows = JSON.stringify(await store.read.kysely.selectFrom('tokens').selectAll().execute())
  for (const piece of refresh.split('.').slice(1)) expect(rows).not.toContain(piece)
})

describe('a refresh token of version 0.1.0, which names its login without the user', () => {
  async function oldCookie() {
    const { auth, store, ports } = await createInstallation()
    const { refresh } = await login(auth, { email: emailOf('bob'), password }, client)
    const key = ports.secrets.key('refresh-token')
    const named = `${refresh.split('-')[0]}.secret`
    const token = `${named}.${createHmac('sha256', key).update(`seal ${named}`).digest('base64url')}`
    const present = { refreshHash: ports.secrets.hash(token), previousHash: null, family: null }
    await store.write(({ kysely }) =>
      kysely.updateTable('tokens').set(present).where('revokedAt', 'is', null).where('userId', '=', bob.id).execute(),
    )
    return { auth, token }
  }

  test('is rotated into one that names the user', async () => {
    const { auth, token } = await oldCookie()
    const { refresh } = await refreshLogin(auth, token)
    expect(refresh).toMatch(/^\d+-3\./)
    expect((await refreshLogin(auth, refresh)).body.user.id).toBe(bob.id)
  })

  test('is refused after it expired without ending the login', async () => {
    const { auth, token } = await oldCookie()
    const { refresh } = await refreshLogin(auth, token)
    setSystemTime(new Date(Date.now() + (graceSeconds + 1) * 1000))
    await expect(refreshLogin(auth, token)).rejects.toThrow('ERR_SESSION_REFUSED')
    expect((await refreshLogin(auth, refresh)).body.user.id).toBe(bob.id)
  })
})
