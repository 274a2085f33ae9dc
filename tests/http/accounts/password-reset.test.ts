import { expect, test } from 'bun:test'
import { createInstallation, emailOf, errorAnswer } from '../../installation'
import { LoginClient } from '../../login-client'
import { storedBytes } from '../../stored-rows'

const password = 'Nove violoncelos 9'
const codeIn = (text: string) => /^ {4}(\w{8})$/m.exec(text)?.[1] as string

async function createReset(options: Parameters<typeof createInstallation>[0] = {}) {
  const installation = await createInstallation(options)
  const client = installation.clientWithHeaders()
  const requestCode = (email = emailOf('bob')) => client.forgetpassword.post({ email, language: 'en' })
  const reset = (token: string, values: { email?: string; password?: string } = {}) =>
    client.resetpasswords.post({ email: emailOf('bob'), token, password, ...values })
  /** Requests a code and reads it from the mail. */
  const receiveCode = async () => {
    expect((await requestCode()).status).toBe(200)
    await installation.jobs.settle()
    return codeIn(installation.mails.at(-1)?.text ?? '')
  }
  return { ...installation, requestCode, reset, receiveCode }
}

test('the mailed code sets a new password once and ends every login of the user', async () => {
  const { app, mails, receiveCode, reset, store, acme } = await createReset()
  const old = new LoginClient(app)
  await old.login('bob')
  const given = await receiveCode()
  expect(mails).toMatchObject([{ to: emailOf('bob'), subject: 'Code for your new password' }])
  expect((await storedBytes(store)).includes(given)).toBe(false)
  expect((await reset(` ${given.slice(0, 4).toLowerCase()}-${given.slice(4)}`)).data).toEqual({ ok: true })
  expect((await old.me()).status).toBe(403)
  expect((await new LoginClient(app).login('bob')).status).toBe(401)
  expect((await new LoginClient(app).login('bob', password)).status).toBe(200)
  expect(await reset(given)).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  const lines = acme.select('audit_log').select(['action', 'entity', 'name', 'after'])
  expect(await lines.where('action', '=', 'password').execute()).toEqual([
    { action: 'password', entity: 'user', name: 'Bob', after: '{}' },
  ])
})

test('a code mailed after a rotation of the root key works', async () => {
  const { requestCode, reset, store, jobs, mails } = await createReset()
  expect((await requestCode()).status).toBe(200)
  await store.write(({ kysely }) =>
    kysely.updateTable('password_resets').set({ codeHash: 'of a code by the earlier key' }).execute(),
  )
  await jobs.settle()
  expect((await reset(codeIn(mails.at(-1)?.text ?? ''))).data).toEqual({ ok: true })
})

test('a code is refused after five tries, after 15 minutes, for another user and after a newer code', async () => {
  let hours = 0
  const { receiveCode, reset, acme, clientAs } = await createReset({ clock: () => ++hours * 3_600_000 })
  const first = await receiveCode()
  const second = await receiveCode()
  expect(second).not.toBe(first)
  expect(await reset(first)).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  expect(await reset(second, { email: emailOf('sara') })).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  for (let n = 1; n < 5; n++) await reset('AAAAAAAA')
  expect(await reset(second)).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  const expired = await receiveCode()
  await acme.transaction((tx) => tx.update('password_resets').set({ expiresAt: '2020-01-01T00:00:00.000Z' }).execute())
  expect(await reset(expired)).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  expect((await clientAs('bob').auth.me.get()).status).toBe(200)
})

test.each([
  ['Curta1', 422],
  ['sem maiuscula 9', 422],
  ['SEM MINUSCULA 9', 422],
  ['Sem Algarismo', 422],
  ['Password1', 400],
])('the new password %s is refused with %d and the code stays valid', async (weak, status) => {
  const { receiveCode, reset } = await createReset()
  const given = await receiveCode()
  expect((await reset(given, { password: weak })).status).toBe(status)
  expect((await reset(given)).status).toBe(200)
})

test('an unknown e-mail answers 404; a known one accepts three requests an hour and sends the newest code', async () => {
  const { requestCode, mails, jobs } = await createReset({ clock: () => 0 })
  expect(await requestCode('nobody@acme.test')).toMatchObject(errorAnswer(404, 'ERR_USER_DONT_EXISTS'))
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await requestCode()).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect(await requestCode('nobody@acme.test')).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT', { retryAfter: 720 }))
  await jobs.settle()
  expect(mails).toHaveLength(1) // the job of a newer code replaces the older one
})

test('a request for a code answers 409 without a mail server', async () => {
  const { requestCode, clientWithHeaders } = await createReset({ mail: false })
  expect(await requestCode()).toMatchObject(errorAnswer(409, 'ERR_MAIL_NOT_SET_UP'))
  expect((await clientWithHeaders().system.get()).data?.mail).toBe(false)
})

test('the older routes with all values in the path send a code, set the password, and warn in every response', async () => {
  const { app, mails, jobs } = await createInstallation()
  const post = (path: string) => app.handle(new Request(`http://localhost/api/${path}`, { method: 'POST' }))
  const email = encodeURIComponent(emailOf('bob'))
  const warned = ({ headers }: Response) =>
    ['deprecation', 'link', 'warning', 'cache-control'].map((name) => headers.get(name))
  const warning = [/^@\d{10}$/, /rel="successor-version"$/, /^299 - "/, /^no-store$/].map((text) =>
    expect.stringMatching(text),
  )
  const requested = await post(`forgetpassword/${email}`)
  expect([requested.status, ...warned(requested)]).toEqual([200, ...warning])
  await jobs.settle()
  expect(mails[0]?.subject).toBe('Código para a sua nova senha')
  const path = `resetpasswords/${email}/${codeIn(mails[0]?.text ?? '')}/Nove9violoncelos`
  for (const status of [200, 400]) {
    const response = await post(path)
    expect([response.status, ...warned(response)]).toEqual([status, ...warning])
  }
})
