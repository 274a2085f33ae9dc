import { expect, test } from 'bun:test'
import { codeAt, stepAt } from '../../../src/features/accounts/users/second-factor/totp'
import { secretOf } from '../../authenticator-app'
import { createInstallation, emailOf, errorAnswer, type Name, password, people } from '../../installation'
import { LoginClient } from '../../login-client'

/** Installation in which the person has enabled the second factor. */
async function createEnrolled(name: Name = 'bob', clock = () => 0) {
  const installation = await createInstallation({ clock })
  const factor = installation.clientAs(name).auth['second-factor']
  const { data: begun } = await factor.post({ password })
  const secret = secretOf(begun?.key ?? '')
  /** Code of the time step n after enrolment; code(0) is used up. */
  const start = stepAt(Date.now())
  const code = (offset = 1) => codeAt(secret, start + offset)
  const { data } = await factor.confirm.post({ code: code(0) })
  const browser = new LoginClient(installation.app)
  const challenge = async () => (await browser.login(name)).body.challenge as string
  const second = (given: string, code: string) =>
    browser.request('POST', '/auth/login/second-step', { challenge: given, code })
  return { ...installation, factor, code, recoveryCodes: data?.recoveryCodes ?? [], browser, challenge, second }
}

test('the second factor is active only after a first code, and its secret is stored encrypted', async () => {
  const { clientAs, clientWithHeaders, store } = await createInstallation()
  const factor = clientAs('bob').auth['second-factor']
  expect(await factor.post({ password: 'wrong one' })).toMatchObject(errorAnswer(400, 'ERR_WRONG_PASSWORD'))
  const { data } = await factor.post({ password })
  const key = data?.key ?? ''
  expect(data?.uri).toContain(`secret=${key}&`)
  expect((await clientWithHeaders().auth.login.post({ email: emailOf('bob'), password })).status).toBe(200)
  expect(await clientAs('ana').auth.me.get()).toMatchObject({ data: { secondFactor: false } })
  const rows = JSON.stringify(await store.read.kysely.selectFrom('second_factors').selectAll().execute())
  expect(rows).not.toContain(key)
  expect(Buffer.from(rows).includes(Buffer.from(secretOf(key)))).toBe(false)
})

test('a login with second factor needs the password and a code, which works once', async () => {
  const { challenge, second, code, browser, clientAs, published } = await createEnrolled()
  expect(published).toMatchObject([{ entity: 'user', payload: { action: 'update', user: { secondFactor: true } } }])
  const given = await challenge()
  expect((await browser.me()).status).toBe(403) // the password alone gives no access
  expect(await second(given, '000000')).toMatchObject({ status: 400, body: { error: 'ERR_SECOND_FACTOR_CODE' } })
  expect(await second('made up', code())).toMatchObject({ status: 401, body: { error: 'ERR_CHALLENGE_EXPIRED' } })
  expect(await second(given, code(0))).toMatchObject({ status: 400 }) // already used for the enrolment
  const now = code()
  expect((await second(given, now)).status).toBe(200)
  expect((await browser.me()).body).toMatchObject({ id: people.bob.id, secondFactor: true, mustEnrol: false })
  expect((await second(await challenge(), now)).status).toBe(400)
  expect((await clientAs('ana').users({ id: 3 }).get()).data?.secondFactor).toBe(true)
})

test('each of the ten recovery codes works once, and new ones replace the old', async () => {
  const { challenge, second, recoveryCodes, acme } = await createEnrolled()
  expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10])
  const [first = ''] = recoveryCodes
  expect((await second(await challenge(), first.toLowerCase())).status).toBe(200)
  expect((await second(await challenge(), first)).status).toBe(400)
  const stored = JSON.stringify(await acme.select('recovery_codes').selectAll().execute())
  expect(stored).not.toContain(first.replace('-', ''))
  const changes = acme.select('audit_log').select(['actorName', 'after']).where('action', '=', 'update')
  const lines = await changes.orderBy('id').execute()
  expect(lines.at(-1)).toEqual({ actorName: 'login', after: '{"recoveryCode":"•••"}' })
})

test('the right code is refused for a while after five wrong ones', async () => {
  const { challenge, second, code } = await createEnrolled()
  const given = await challenge()
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await second(given, '000000')).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  expect((await second(given, code())).status).toBe(429)
})

test('the right password at the second factor of the own account answers 429 after five wrong ones', async () => {
  const { clientAs } = await createInstallation({ clock: () => 0 })
  const attempt = (password: string) => clientAs('bob').auth['second-factor'].post({ password })
  for (let n = 0; n < 5; n++) expect(await attempt(`guess ${n}`)).toMatchObject(errorAnswer(400, 'ERR_WRONG_PASSWORD'))
  expect(await attempt(password)).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT', { retryAfter: 180 }))
})

test('the right code to turn the second factor off answers 429 after five wrong ones', async () => {
  const { factor, code } = await createEnrolled()
  const attempt = (code: string) => factor.disable.post({ password, code })
  for (let n = 0; n < 5; n++) expect(await attempt('000000')).toMatchObject(errorAnswer(400, 'ERR_SECOND_FACTOR_CODE'))
  expect(await attempt(code())).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT', { retryAfter: 180 }))
})

test('a challenge is invalid after a change of the password', async () => {
  const { challenge, second, code, clientAs } = await createEnrolled()
  const given = await challenge()
  expect((await clientAs('ana').users({ id: 3 }).put({ password: 'nove violoncelos' })).status).toBe(200)
  expect((await second(given, code())).status).toBe(401)
})

test('the second factor is disabled with password and code, or by an admin', async () => {
  const { factor, code, clientAs, recoveryCodes, acme, clientWithHeaders } = await createEnrolled()
  expect(await factor.disable.post({ password, code: '000000' })).toMatchObject(
    errorAnswer(400, 'ERR_SECOND_FACTOR_CODE'),
  )
  expect(await factor.disable.post({ password: 'nope', code: code() })).toMatchObject(
    errorAnswer(400, 'ERR_WRONG_PASSWORD'),
  )
  const fresh = await factor['recovery-codes'].post({ password, code: recoveryCodes[0] ?? '' })
  expect(fresh.data?.recoveryCodes.some((one) => recoveryCodes.includes(one))).toBe(false)
  expect(await clientAs('sara').users({ id: 3 })['second-factor'].delete()).toMatchObject(
    errorAnswer(403, 'ERR_NO_PERMISSION'),
  )
  expect((await clientAs('ana').users({ id: 3 })['second-factor'].delete()).status).toBe(200)
  expect(await clientAs('ana').users({ id: 1 })['second-factor'].delete()).toMatchObject(
    errorAnswer(403, 'ERR_NO_PERMISSION'),
  )
  expect((await clientWithHeaders().auth.login.post({ email: emailOf('bob'), password })).status).toBe(200)
  const changes = acme.select('audit_log').select(['actorName', 'after']).where('action', '=', 'update')
  const lines = await changes.orderBy('id').execute()
  expect(lines.at(-1)).toEqual({ actorName: 'Ana', after: '{"secondFactor":false}' })
})

test('a super user without second factor can only enrol one', async () => {
  const installation = await createInstallation()
  await installation.store.write(({ kysely }) => kysely.deleteFrom('second_factors').execute())
  const root = installation.clientAs('root')
  const barred = errorAnswer(403, 'ERR_SECOND_FACTOR_REQUIRED')
  expect(await root.tickets.get({ query: {} })).toMatchObject(barred)
  expect(await root.settings({ key: 'userCreation' }).put({ value: 'disabled' })).toMatchObject(barred)
  expect(await root.auth['ws-ticket'].post()).toMatchObject(barred)
  expect((await root.auth.me.get()).data).toMatchObject({ mustEnrol: true, secondFactor: false })
  const { data } = await root.auth['second-factor'].post({ password })
  const code = codeAt(secretOf(data?.key ?? ''), stepAt(Date.now()))
  expect((await root.auth['second-factor'].confirm.post({ code })).status).toBe(200)
  expect((await root.tickets.get({ query: {} })).status).toBe(200)
  expect((await root.auth.me.get()).data).toMatchObject({ mustEnrol: false, secondFactor: true })
})

test('sessions lists the current login and earlier ones, each of which can be ended', async () => {
  const { app, clientAs } = await createInstallation()
  const here = new LoginClient(app, {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
    'x-forwarded-for': '203.0.113.9',
  })
  await here.login('bob')
  const { sessions } = (await here.request('GET', '/auth/sessions')).body as { sessions: { id: number }[] }
  expect(sessions).toMatchObject([
    { isThis: true, endedAt: null, address: '203.0.113.9', userAgent: expect.stringContaining('Firefox') },
    { id: 3, isThis: false, revokedFor: 'elsewhere' },
  ])
  const id = sessions[0]?.id ?? 0
  expect((await here.request('DELETE', '/auth/sessions')).body).toEqual({ ended: 0 })
  expect((await here.request('DELETE', '/auth/sessions/3')).status).toBe(404)
  expect((await clientAs('ana').auth.sessions({ id }).delete()).status).toBe(404)
  expect((await here.request('DELETE', `/auth/sessions/${id}`)).status).toBe(200)
  expect((await here.me()).status).toBe(403)
  expect((await here.refresh()).status).toBe(401)
})
