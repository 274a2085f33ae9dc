import { expect, test } from 'bun:test'
import { createInstallation, emailOf, errorAnswer } from '../installation'
import { LoginClient } from '../login-client'

const password = 'Nove violoncelos 9'
const codeIn = (text: string) => /^ {4}(\w{8})$/m.exec(text)?.[1] as string

async function forgotten(given: Parameters<typeof createInstallation>[0] = {}) {
  const installation = await createInstallation(given)
  const asker = installation.clientWithHeaders()
  const ask = (email = emailOf('bob')) => asker.forgetpassword.post({ email, language: 'en' })
  const reset = (token: string, values: { email?: string; password?: string } = {}) =>
    asker.resetpasswords.post({ email: emailOf('bob'), token, password, ...values })
  /** Asks, and reads the mail. */
  const code = async () => {
    expect((await ask()).status).toBe(200)
    await installation.jobs.settle()
    return codeIn(installation.mails.at(-1)?.text ?? '')
  }
  return { ...installation, ask, reset, code }
}

test('the code of the mail opens the account with a new password, once, and ends every login', async () => {
  const { app, mails, code, reset, store, acme } = await forgotten()
  const old = new LoginClient(app)
  await old.login('bob')
  const given = await code()
  expect(mails).toMatchObject([{ to: emailOf('bob'), subject: 'Code for your new password' }])
  expect(store.raw.statements.sqlite.serialize().includes(Buffer.from(given))).toBe(false)
  expect((await reset(` ${given.slice(0, 4).toLowerCase()}-${given.slice(4)}`)).data).toEqual({ ok: true })
  expect((await old.me()).status).toBe(403)
  expect((await new LoginClient(app).login('bob')).status).toBe(401)
  expect((await new LoginClient(app).login('bob', password)).status).toBe(200)
  expect(await reset(given)).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  expect(await acme.select('audit_log').select(['action', 'entity', 'name', 'after']).execute()).toEqual([
    { action: 'password', entity: 'user', name: 'Bob', after: '{}' },
  ])
})

test('a code is good for five tries, for fifteen minutes, for its person, and until the next one', async () => {
  let hours = 0
  const { code, reset, acme, clientAs } = await forgotten({ clock: () => ++hours * 3_600_000 })
  const first = await code()
  const second = await code()
  expect(second).not.toBe(first)
  expect(await reset(first)).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  expect(await reset(second, { email: emailOf('sara') })).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  for (let n = 1; n < 5; n++) await reset('AAAAAAAA')
  expect(await reset(second)).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  const late = await code()
  await acme.transaction((tx) => tx.update('password_resets').set({ expiresAt: '2020-01-01T00:00:00.000Z' }).execute())
  expect(await reset(late)).toMatchObject(errorAnswer(400, 'ERR_RESET_CODE'))
  expect((await clientAs('bob').auth.me.get()).status).toBe(200)
})

test.each([
  ['Curta1', 422],
  ['sem maiuscula 9', 422],
  ['SEM MINUSCULA 9', 422],
  ['Sem Algarismo', 422],
  ['Password1', 400],
])('%s is no password', async (weak, status) => {
  const { code, reset } = await forgotten()
  const given = await code()
  expect((await reset(given, { password: weak })).status).toBe(status)
  expect((await reset(given)).status).toBe(200)
})

test('an unknown address is said to be so, five times an hour; a person is written to three times', async () => {
  const { ask, mails, jobs } = await forgotten({ clock: () => 0 })
  expect(await ask('nobody@acme.test')).toMatchObject(errorAnswer(404, 'ERR_USER_DONT_EXISTS'))
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await ask()).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect(await ask('nobody@acme.test')).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT', { retryAfter: 720 }))
  await jobs.settle()
  expect(mails).toHaveLength(1) // only the newest code is worth being mailed
})

test('without a mail server nobody is promised anything', async () => {
  const { ask, clientWithHeaders } = await forgotten({ mail: false })
  expect(await ask()).toMatchObject(errorAnswer(409, 'ERR_MAIL_NOT_SET_UP'))
  expect((await clientWithHeaders().system.get()).data?.mail).toBe(false)
})

test('the older form, all in the address, does the same', async () => {
  const { app, mails, jobs } = await createInstallation()
  const post = (path: string) => app.handle(new Request(`http://localhost/api/${path}`, { method: 'POST' }))
  const email = encodeURIComponent(emailOf('bob'))
  expect((await post(`forgetpassword/${email}`)).status).toBe(200)
  await jobs.settle()
  expect(mails[0]?.subject).toBe('Código para a sua nova senha')
  const path = `resetpasswords/${email}/${codeIn(mails[0]?.text ?? '')}/Nove9violoncelos`
  expect((await post(path)).status).toBe(200)
  expect((await post(path)).status).toBe(400)
})
