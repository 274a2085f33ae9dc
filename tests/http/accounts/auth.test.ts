import { expect, test } from 'bun:test'
import { createInstallation, emailOf, errorAnswer, password } from '../../installation'
import { LoginClient } from '../../login-client'

test('POST /auth/login returns the user and a token that GET /auth/me accepts', async () => {
  const { clientWithHeaders } = await createInstallation()
  const { data, status, response } = await clientWithHeaders().auth.login.post({ email: emailOf('bob'), password })
  expect(status).toBe(200)
  expect(data?.user).toMatchObject({ id: 3, name: 'Bob', companyId: 1, company: { name: 'acme' } })
  expect(response.headers.get('set-cookie')).toContain('jrt=')
  const mine = await clientWithHeaders({ authorization: `Bearer ${data?.token}` }).auth.me.get()
  expect(mine.data?.queues).toMatchObject([{ id: 1, name: 'Suporte' }])
})

test('a wrong password and an unknown e-mail get the same error', async () => {
  const { clientWithHeaders } = await createInstallation()
  const wrong = await clientWithHeaders().auth.login.post({ email: emailOf('bob'), password: 'nope nope' })
  const unknown = await clientWithHeaders().auth.login.post({ email: 'nobody@acme.test', password })
  expect(wrong).toMatchObject(errorAnswer(401, 'ERR_INVALID_CREDENTIALS'))
  expect(unknown).toMatchObject(errorAnswer(401, 'ERR_INVALID_CREDENTIALS'))
})

test('a password is compared as it was typed, with spaces, capitals and accents', async () => {
  const { app, clientAs } = await createInstallation()
  const typed = '  Nove Violoncelos ÇÃO '
  const changed = await clientAs('bob')
    .users({ id: 3 })
    .put({ password: typed, currentPassword: password } as never)
  expect(changed.status).toBe(200)
  const statusWith = async (text: string, n: number) =>
    (await new LoginClient(app, { 'x-forwarded-for': `203.0.113.${n}` }).login('bob', text)).status
  const others = [typed.trim(), typed.toLowerCase(), typed.normalize('NFD'), typed.slice(0, -1), `${typed} `]
  for (const [n, other] of others.entries()) expect([other, await statusWith(other, n)]).toEqual([other, 401])
  expect(await statusWith(typed, 99)).toBe(200)
})

test('GET /auth/me without a token is refused', async () => {
  const { clientWithHeaders, clientAs } = await createInstallation()
  expect(await clientWithHeaders().auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
  expect((await clientAs('ana').auth.me.get()).data?.profile).toBe('admin')
})

test('the sixth wrong password and the 121st refresh are refused with 429 and retry-after', async () => {
  const { app } = await createInstallation({ clock: () => 0 })
  const browser = new LoginClient(app, { 'x-forwarded-for': '203.0.113.9' })
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await browser.login('bob', 'wrong one')).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  const { headers, body } = await browser.login('bob')
  expect([headers.get('retry-after'), body]).toEqual(['180', { error: 'ERR_RATE_LIMIT', retryAfter: 180 }])
  for (let n = 0; n < 120; n++) await browser.refresh()
  expect((await browser.refresh()).status).toBe(429)
})
