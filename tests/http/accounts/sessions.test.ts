import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { deleteUser } from '../../../src/features/accounts/users/delete'
import { createUser } from '../../../src/features/accounts/users/service'
import { companies, createInstallation, emailOf, type Name, password } from '../../installation'
import { LoginClient } from '../../login-client'
import { forgetLastId } from '../../stored-rows'

afterEach(() => void setSystemTime())

const advance = (seconds: number) => setSystemTime(new Date(Date.now() + seconds * 1000))

/** Installation with functions that create browsers, log in and change the company. */
async function createBrowsers() {
  const installation = await createInstallation()
  const newBrowser = (headers?: Record<string, string>) => new LoginClient(installation.app, headers)
  const logIn = async (name: Name) => {
    const browser = newBrowser()
    expect((await browser.login(name)).status).toBe(200)
    return browser
  }
  const setCompany = (values: { dueDate?: string; status?: 0 | 1 }) =>
    installation.store.write(({ kysely }) =>
      kysely
        .updateTable('companies')
        .set(values)
        .where('id', '=', companies.acme as never)
        .execute(),
    )
  return { ...installation, newBrowser, logIn, setCompany }
}
const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]

test('the refresh cookie is HttpOnly, SameSite=Lax and valid for /api/auth; with https also Secure', async () => {
  const { app } = await createInstallation()
  const { setCookie } = await new LoginClient(app).login('bob')
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/api/auth', 'Max-Age=1209600'])
    expect(setCookie).toContain(part)
  expect(setCookie).not.toContain('Secure')
  const secure = await createInstallation({ publicUrl: 'https://desk.example' })
  expect((await new LoginClient(secure.app).login('bob')).setCookie).toContain('Secure')
})

test('POST /auth/login returns no hash, refresh token or password', async () => {
  const { newBrowser } = await createBrowsers()
  const { body } = await newBrowser().login('ana')
  expect(JSON.stringify(body)).not.toMatch(/argon2|refresh|"password(Hash)?"/i)
})

test('a refresh replaces the cookie; the old one is accepted for 30 s and then ends the login', async () => {
  const { logIn, newBrowser } = await createBrowsers()
  const bob = await logIn('bob')
  const old = bob.cookie
  advance(0) // stops the clock
  expect((await bob.refresh()).status).toBe(200)
  const replaced = bob.cookie
  expect(replaced).not.toBe(old)

  const tab = newBrowser()
  tab.cookie = old
  advance(29)
  expect((await tab.refresh()).status).toBe(200)
  expect(tab.cookie).not.toBe(replaced)

  const thief = newBrowser()
  thief.cookie = old
  advance(2)
  expect(errorOf(await thief.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
  expect(errorOf(await bob.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
  expect(errorOf(await bob.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
})

test('an invented refresh token is refused and ends no login', async () => {
  const { logIn, newBrowser } = await createBrowsers()
  const bob = await logIn('bob')
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
    const attacker = newBrowser()
    attacker.cookie = cookie
    expect(errorOf(await attacker.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
  }
  expect((await bob.refresh()).status).toBe(200)
})

test('a login ends after 14 days without a refresh', async () => {
  const { logIn } = await createBrowsers()
  const bob = await logIn('bob')
  advance(13 * 86_400)
  expect((await bob.refresh()).status).toBe(200)
  advance(14 * 86_400 + 1)
  expect(errorOf(await bob.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
})

test('a login ends 30 days after it began, however often it is used', async () => {
  const { logIn } = await createBrowsers()
  const bob = await logIn('bob')
  for (let days = 0; days < 20; days += 10) {
    advance(10 * 86_400)
    expect((await bob.refresh()).status).toBe(200)
  }
  advance(10 * 86_400 + 1)
  const { status, body } = await bob.refresh()
  expect([status, body]).toEqual([401, { error: 'ERR_LOGIN_TOO_OLD', days: 30 }])
  expect(errorOf(await bob.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
})

test('a second login of a user ends the first with ERR_ACCESSED_ELSEWHERE', async () => {
  const { logIn, published } = await createBrowsers()
  const first = await logIn('bob')
  published.length = 0
  const second = await logIn('bob')
  expect(published).toMatchObject([{ entity: 'auth', payload: { action: 'update', user: { id: 3 } } }])
  expect(errorOf(await first.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
  expect(errorOf(await first.refresh())).toEqual([401, 'ERR_ACCESSED_ELSEWHERE'])
  expect((await second.me()).status).toBe(200)
  expect((await second.refresh()).status).toBe(200)
})

test('a logout ends the login and clears the cookie', async () => {
  const { logIn } = await createBrowsers()
  const bob = await logIn('bob')
  const cookie = bob.cookie
  const { status, setCookie } = await bob.request('DELETE', '/auth/logout')
  expect([status, bob.cookie]).toEqual([200, ''])
  expect(setCookie).toContain('Max-Age=0')
  bob.cookie = cookie
  expect(errorOf(await bob.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
  expect(errorOf(await bob.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
})

describe('DELETE /auth/logout', () => {
  test('with the access token alone ends its login and the push subscriptions of it', async () => {
    const { logIn, newBrowser, published } = await createBrowsers()
    const [bob, sara] = [await logIn('bob'), await logIn('sara')]
    const program = newBrowser()
    program.token = bob.token
    published.length = 0
    expect((await program.request('DELETE', '/auth/logout')).body).toEqual({ ok: true, ended: 1 })
    expect(errorOf(await bob.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
    expect(errorOf(await bob.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
    expect((await sara.me()).status).toBe(200)
  })

  test('with the cookie alone ends its login', async () => {
    const { logIn } = await createBrowsers()
    const bob = await logIn('bob')
    const { token } = bob
    bob.token = ''
    expect((await bob.request('DELETE', '/auth/logout')).body).toEqual({ ok: true, ended: 1 })
    bob.token = token
    expect(errorOf(await bob.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
  })

  test('with cookie and access token of two logins ends both', async () => {
    const { logIn } = await createBrowsers()
    const [bob, sara] = [await logIn('bob'), await logIn('sara')]
    const { cookie } = sara
    sara.cookie = bob.cookie
    expect((await sara.request('DELETE', '/auth/logout')).body).toEqual({ ok: true, ended: 2 })
    expect(errorOf(await bob.me())).toEqual([403, 'ERR_SESSION_EXPIRED'])
    sara.cookie = cookie
    expect(errorOf(await sara.refresh())).toEqual([401, 'ERR_SESSION_REFUSED'])
  })

  test('with neither answers 401, and with tokens of an ended login says that none ended', async () => {
    const { logIn, newBrowser } = await createBrowsers()
    expect(errorOf(await newBrowser().request('DELETE', '/auth/logout'))).toEqual([401, 'ERR_SESSION_REFUSED'])
    const bob = await logIn('bob')
    const { cookie } = bob
    await bob.request('DELETE', '/auth/logout')
    bob.cookie = cookie
    expect((await bob.request('DELETE', '/auth/logout')).body).toEqual({ ok: true, ended: 0 })
  })
})

describe('the refresh cookie of a deleted user', () => {
  /** Browser of a user who logged in and was deleted; the login had the highest id. */
  async function createDeletedUser() {
    const browsers = await createBrowsers()
    const credentials = { email: 'visita@acme.test', password: 'uma senha de visita' }
    const user = { ...credentials, name: 'Visita', profile: 'user' as const }
    const { id } = await createUser(browsers.scopeOf('ana'), browsers.platform, user)
    const visitor = browsers.newBrowser()
    expect((await visitor.request('POST', '/auth/login', credentials)).status).toBe(200)
    await deleteUser(browsers.scopeOf('ana'), id)
    return { ...browsers, visitor }
  }

  test.each(['refresh', 'logout'])('used for %s does not end the next login of another company', async (use) => {
    const { visitor, logIn } = await createDeletedUser()
    const rui = await logIn('rui')
    visitor.token = ''
    const { status } = use === 'refresh' ? await visitor.refresh() : await visitor.request('DELETE', '/auth/logout')
    expect(status).toBe(401)
    expect([(await rui.me()).status, (await rui.refresh()).status]).toEqual([200, 200])
  })

  test.each(['refresh', 'logout'])('used for %s does not end a login with the same id', async (use) => {
    const { visitor, logIn, store } = await createDeletedUser()
    await forgetLastId(store, 'tokens')
    const rui = await logIn('rui')
    expect(rui.cookie.split('-')[0]).toBe(visitor.cookie.split('-')[0] ?? '')
    if (use === 'refresh') await visitor.refresh()
    else await visitor.request('DELETE', '/auth/logout')
    expect([(await rui.me()).status, (await rui.refresh()).status]).toEqual([200, 200])
  })
})

test('a logout with a cookie older than the last two refreshes does not end the login', async () => {
  const { logIn, newBrowser } = await createBrowsers()
  const bob = await logIn('bob')
  const past = newBrowser()
  past.cookie = bob.cookie
  await bob.refresh()
  await bob.refresh()
  expect(errorOf(await past.request('DELETE', '/auth/logout'))).toEqual([401, 'ERR_SESSION_REFUSED'])
  expect((await bob.me()).status).toBe(200)
})

test.each(['https://evil.example', 'http://localhost.evil.example', 'null'])(
  'cookie routes refuse origin %s and change nothing',
  async (origin) => {
    const { logIn, newBrowser, published } = await createBrowsers()
    const bob = await logIn('bob')
    const forged = newBrowser({ origin })
    forged.cookie = bob.cookie
    const attempts = [forged.refresh, () => forged.request('DELETE', '/auth/logout'), () => forged.login('ana')]
    published.length = 0
    for (const attempt of attempts) expect(errorOf(await attempt())).toEqual([403, 'ERR_FORBIDDEN_ORIGIN'])
    expect(published).toEqual([])
    expect((await bob.refresh()).status).toBe(200)
  },
)

test('cookie routes accept the origin of the request and of the public URL', async () => {
  const { app } = await createInstallation({ publicUrl: 'https://desk.example' })
  for (const origin of ['http://localhost', 'https://desk.example'])
    expect((await new LoginClient(app, { origin }).login('bob')).status).toBe(200)
})

test('a licence ends with its due date in the time zone of the company', async () => {
  const { newBrowser, setCompany } = await createBrowsers()
  await setCompany({ dueDate: '2030-05-10' })
  setSystemTime(new Date('2030-05-11T02:59:00Z')) // 23:59 in São Paulo
  expect((await newBrowser().login('bob')).status).toBe(200)
  setSystemTime(new Date('2030-05-11T03:00:00Z'))
  const { status, body } = await newBrowser().login('bob')
  expect([status, body]).toEqual([402, { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: '2030-05-10' }])
})

test('an admin whose licence has expired gets a token for renewal only', async () => {
  const { newBrowser, setCompany, auth } = await createBrowsers()
  await setCompany({ dueDate: '2020-01-01' })
  const ana = newBrowser()
  const { status, body } = await ana.login('ana')
  expect([status, body.error, body.dueDate]).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED', '2020-01-01'])
  ana.token = body.token ?? ''
  expect(ana.cookie).toBe('')
  expect((await ana.me()).status).toBe(200)
  for (const path of ['/users/list', '/settings'])
    expect(errorOf(await ana.request('GET', path))).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED'])
  await setCompany({ dueDate: '2099-01-01' })
  await auth.refreshRights(companies.acme as never)
  expect(errorOf(await ana.request('GET', '/settings'))).toEqual([403, 'ERR_SESSION_EXPIRED'])
})

test('expiry and blocking apply to existing logins, but not to the super user', async () => {
  const { clientAs, setCompany, auth, store } = await createBrowsers()
  expect((await clientAs('bob').users.list.get()).status).toBe(200)
  await setCompany({ dueDate: '2020-01-01' })
  await auth.refreshRights(companies.acme as never)
  expect((await clientAs('bob').users.list.get()).status).toBe(402)
  expect((await clientAs('rui').users.list.get()).status).toBe(200)
  await setCompany({ dueDate: '2099-01-01', status: 0 })
  await auth.refreshRights(companies.acme as never)
  expect(await clientAs('bob').users.list.get()).toMatchObject({
    status: 403,
    error: { value: { error: 'ERR_COMPANY_DISABLED' } },
  })
  await store.write(({ kysely }) => kysely.updateTable('companies').set({ status: 0, dueDate: '2020-01-01' }).execute())
  advance(2)
  expect((await clientAs('root').users.list.get()).status).toBe(200)
})

test('a login to a blocked company is refused', async () => {
  const { newBrowser, setCompany } = await createBrowsers()
  await setCompany({ status: 0 })
  expect(errorOf(await newBrowser().login('ana'))).toEqual([403, 'ERR_COMPANY_DISABLED'])
})

test('a changed profile applies to existing tokens', async () => {
  const { logIn, store } = await createBrowsers()
  const ana = await logIn('ana')
  expect((await ana.request('PUT', '/settings/call', { value: 'enabled' })).status).toBe(200)
  await store.write(({ kysely }) => kysely.updateTable('users').set({ profile: 'user' }).where('id', '=', 1).execute())
  advance(1) // changes by another process apply within a second
  expect(errorOf(await ana.request('PUT', '/settings/call', { value: 'disabled' }))).toEqual([403, 'ERR_NO_PERMISSION'])
})

test('a login ignores case and spaces of the e-mail', async () => {
  const { newBrowser } = await createBrowsers()
  const response = await newBrowser().request('POST', '/auth/login', {
    email: ` ${emailOf('bob').toUpperCase()}`,
    password,
  })
  expect(response.status).toBe(200)
})
