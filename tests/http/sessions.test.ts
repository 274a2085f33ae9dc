import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { deleteUser } from '../../src/features/users/delete'
import { createUser } from '../../src/features/users/service'
import { companies, createInstallation, emailOf, type Name, password } from '../installation'
import { LoginClient } from '../login-client'

afterEach(() => void setSystemTime())

const later = (seconds: number) => setSystemTime(new Date(Date.now() + seconds * 1000))

/** A world with its signed-in browsers, and the rights of the database in reach. */
async function browsers() {
  const installation = await createInstallation()
  const browser = (headers?: Record<string, string>) => new LoginClient(installation.app, headers)
  const signedIn = async (name: Name) => {
    const one = browser()
    expect((await one.login(name)).status).toBe(200)
    return one
  }
  const company = (values: { dueDate?: string; status?: 0 | 1 }) =>
    installation.store.write(({ kysely }) =>
      kysely
        .updateTable('companies')
        .set(values)
        .where('id', '=', companies.acme as never)
        .execute(),
    )
  return { ...installation, browser, signedIn, company }
}
const said = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]

test('the refresh cookie is for this house alone', async () => {
  const { app } = await createInstallation()
  const { setCookie } = await new LoginClient(app).login('bob')
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/api/auth', 'Max-Age=1209600'])
    expect(setCookie).toContain(part)
  expect(setCookie).not.toContain('Secure')
  const secure = await createInstallation({ publicUrl: 'https://desk.example' })
  expect((await new LoginClient(secure.app).login('bob')).setCookie).toContain('Secure')
})

test('no route echoes a hash, a refresh token or a password', async () => {
  const { browser } = await browsers()
  const { body } = await browser().login('ana')
  expect(JSON.stringify(body)).not.toMatch(/argon2|refresh|password/i)
})

test('a refresh turns the cookie; the token before is good for 30 s and then ends the login', async () => {
  const { signedIn, browser } = await browsers()
  const bob = await signedIn('bob')
  const old = bob.cookie
  later(0) // from here on the clock stands until it is moved
  expect((await bob.refresh()).status).toBe(200)
  const turned = bob.cookie
  expect(turned).not.toBe(old)

  const tab = browser()
  tab.cookie = old
  later(29)
  expect((await tab.refresh()).status).toBe(200)
  expect(tab.cookie).toBe(turned) // both tabs end up with the same one

  const thief = browser()
  thief.cookie = old
  later(2)
  expect(said(await thief.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
  expect(said(await bob.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
  expect(said(await bob.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
})

test('an invented refresh token is refused and harms nobody', async () => {
  const { signedIn, browser } = await browsers()
  const bob = await signedIn('bob')
  const [id, secret] = bob.cookie.split('.')
  for (const cookie of [
    '',
    'x',
    `${id}.${secret}.AAAA`,
    `${id}.${'A'.repeat(43)}.${'A'.repeat(43)}`,
    '1.2.3.4',
    '{"a":1}',
    'x'.repeat(4000),
    '7',
  ]) {
    const stranger = browser()
    stranger.cookie = cookie
    expect(said(await stranger.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
  }
  expect((await bob.refresh()).status).toBe(200)
})

test('an unused login ends after 14 days, a used one goes on', async () => {
  const { signedIn } = await browsers()
  const bob = await signedIn('bob')
  later(13 * 86_400)
  expect((await bob.refresh()).status).toBe(200)
  later(13 * 86_400)
  expect((await bob.refresh()).status).toBe(200)
  later(14 * 86_400 + 1)
  expect(said(await bob.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
})

test('signing in elsewhere ends the first login and says so', async () => {
  const { signedIn, published } = await browsers()
  const first = await signedIn('bob')
  published.length = 0
  const second = await signedIn('bob')
  expect(published).toMatchObject([{ entity: 'auth', payload: { action: 'update', user: { id: 3 } } }])
  expect(said(await first.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
  expect(said(await first.refresh())).toEqual([401, 'ERR_ACCESSED_ELSEWHERE'])
  expect((await second.me()).status).toBe(200)
  expect((await second.refresh()).status).toBe(200)
})

test('logging out ends the login and clears the cookie', async () => {
  const { signedIn } = await browsers()
  const bob = await signedIn('bob')
  const cookie = bob.cookie
  const { status, setCookie } = await bob.request('DELETE', '/auth/logout')
  expect([status, bob.cookie]).toEqual([200, ''])
  expect(setCookie).toContain('Max-Age=0')
  bob.cookie = cookie
  expect(said(await bob.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
  expect(said(await bob.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
})

describe('the refresh cookie of a deleted user', () => {
  /** The cookie of a user who signed in and was deleted; its login had the highest id there was. */
  async function deletedUser() {
    const made = await browsers()
    const credentials = { email: 'visita@acme.test', password: 'uma senha de visita' }
    const user = { ...credentials, name: 'Visita', profile: 'user' as const }
    const { id } = await createUser(made.scopeOf('ana'), made.platform, user)
    const visitor = made.browser()
    expect((await visitor.request('POST', '/auth/login', credentials)).status).toBe(200)
    await deleteUser(made.scopeOf('ana'), id)
    return { ...made, visitor }
  }

  test.each(['refresh', 'logout'])('used for %s leaves the next login of another company alone', async (use) => {
    const { visitor, signedIn } = await deletedUser()
    const rui = await signedIn('rui')
    const { status } = use === 'refresh' ? await visitor.refresh() : await visitor.request('DELETE', '/auth/logout')
    expect(status).toBe(use === 'refresh' ? 401 : 200)
    expect([(await rui.me()).status, (await rui.refresh()).status]).toEqual([200, 200])
  })

  test.each(['refresh', 'logout'])('used for %s leaves even a login with the same id alone', async (use) => {
    const { visitor, signedIn, store } = await deletedUser()
    store.raw.statements.sqlite.run("update sqlite_sequence set seq = seq - 1 where name = 'tokens'")
    const rui = await signedIn('rui')
    expect(rui.cookie.split('-')[0]).toBe(visitor.cookie.split('-')[0] ?? '')
    if (use === 'refresh') await visitor.refresh()
    else await visitor.request('DELETE', '/auth/logout')
    expect([(await rui.me()).status, (await rui.refresh()).status]).toEqual([200, 200])
  })
})

test('logging out with a cookie from before the last two refreshes ends nothing', async () => {
  const { signedIn, browser } = await browsers()
  const bob = await signedIn('bob')
  const past = browser()
  past.cookie = bob.cookie
  await bob.refresh()
  await bob.refresh()
  await past.request('DELETE', '/auth/logout')
  expect((await bob.me()).status).toBe(200)
})

test.each(['https://evil.example', 'http://localhost.evil.example', 'null'])(
  'cookie routes refuse the site %s and change nothing',
  async (origin) => {
    const { signedIn, browser, published } = await browsers()
    const bob = await signedIn('bob')
    const forged = browser({ origin })
    forged.cookie = bob.cookie
    const attempts = [forged.refresh, () => forged.request('DELETE', '/auth/logout'), () => forged.login('ana')]
    published.length = 0
    for (const attempt of attempts) expect(said(await attempt())).toEqual([403, 'ERR_FORBIDDEN_ORIGIN'])
    expect(published).toEqual([])
    expect((await bob.refresh()).status).toBe(200)
  },
)

test('our own pages may, under the address asked or the public one', async () => {
  const { app } = await createInstallation({ publicUrl: 'https://desk.example' })
  for (const origin of ['http://localhost', 'https://desk.example'])
    expect((await new LoginClient(app, { origin }).login('bob')).status).toBe(200)
})

test('a licence lasts to the end of its due day in the time zone of the company', async () => {
  const { browser, company } = await browsers()
  await company({ dueDate: '2030-05-10' })
  setSystemTime(new Date('2030-05-11T02:59:00Z')) // 23:59 in São Paulo
  expect((await browser().login('bob')).status).toBe(200)
  setSystemTime(new Date('2030-05-11T03:00:00Z'))
  const { status, body } = await browser().login('bob')
  expect([status, body]).toEqual([402, { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: '2030-05-10' }])
})

test('an expired company: its admin gets a token for renewal only', async () => {
  const { browser, company, auth } = await browsers()
  await company({ dueDate: '2020-01-01' })
  const ana = browser()
  const { status, body } = await ana.login('ana')
  expect([status, body.error, body.dueDate]).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED', '2020-01-01'])
  ana.token = body.token ?? ''
  expect(ana.cookie).toBe('')
  expect((await ana.me()).status).toBe(200)
  for (const path of ['/users/list', '/settings'])
    expect(said(await ana.request('GET', path))).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED'])
  await company({ dueDate: '2099-01-01' })
  await auth.refreshRights(companies.acme as never)
  expect(said(await ana.request('GET', '/settings'))).toEqual([403, 'ERR_SESSION_EXPIRED'])
})

test('expiry and switching off reach those already signed in, and never the super user', async () => {
  const { clientAs, company, auth, store } = await browsers()
  expect((await clientAs('bob').users.list.get()).status).toBe(200)
  await company({ dueDate: '2020-01-01' })
  await auth.refreshRights(companies.acme as never)
  expect((await clientAs('bob').users.list.get()).status).toBe(402)
  expect((await clientAs('rui').users.list.get()).status).toBe(200)
  await company({ dueDate: '2099-01-01', status: 0 })
  await auth.refreshRights(companies.acme as never)
  expect(await clientAs('bob').users.list.get()).toMatchObject({
    status: 403,
    error: { value: { error: 'ERR_COMPANY_DISABLED' } },
  })
  await store.write(({ kysely }) => kysely.updateTable('companies').set({ status: 0, dueDate: '2020-01-01' }).execute())
  later(2)
  expect((await clientAs('root').users.list.get()).status).toBe(200)
})

test('a switched-off company cannot sign in', async () => {
  const { browser, company } = await browsers()
  await company({ status: 0 })
  expect(said(await browser().login('ana'))).toEqual([403, 'ERR_COMPANY_DISABLED'])
})

test('rights are the database’s, not the token’s', async () => {
  const { signedIn, store } = await browsers()
  const ana = await signedIn('ana')
  expect((await ana.request('PUT', '/settings/call', { value: 'enabled' })).status).toBe(200)
  await store.write(({ kysely }) => kysely.updateTable('users').set({ profile: 'user' }).where('id', '=', 1).execute())
  later(1) // changed by another process: noticed within a second
  expect(said(await ana.request('PUT', '/settings/call', { value: 'disabled' }))).toEqual([403, 'ERR_NO_PERMISSION'])
})

test('an e-mail is the same in any case', async () => {
  const { browser } = await browsers()
  const answer = await browser().request('POST', '/auth/login', { email: ` ${emailOf('bob').toUpperCase()}`, password })
  expect(answer.status).toBe(200)
})
