import { expect, test } from 'bun:test'
import { appCode } from '../../authenticator-app'
import { createInstallation, emailOf, errorAnswer, type Name, password } from '../../installation'
import { LoginClient } from '../../login-client'

/** Installation whose first company requires a second factor; `signIn` opens a login after that. */
async function createRequiring() {
  const installation = await createInstallation({ clock: () => 0 })
  const setting = installation.clientAs('ana').settings({ key: 'secondFactorRequired' })
  expect((await setting.put({ value: 'enabled' })).status).toBe(200)
  await Bun.sleep(2) // logins of the same millisecond count as earlier
  const signIn = async (name: Name) => {
    const browser = new LoginClient(installation.app)
    expect((await browser.login(name)).status).toBe(200)
    return browser
  }
  return { ...installation, setting, signIn }
}

async function enrol(browser: LoginClient): Promise<{ key: string; recoveryCodes: string[] }> {
  const key = String((await browser.request('POST', '/auth/second-factor', { password })).body.key)
  const { body } = await browser.request('POST', '/auth/second-factor/confirm', { code: appCode(key) })
  return { key, recoveryCodes: body.recoveryCodes as string[] }
}

const barred = { status: 403, body: { error: 'ERR_SECOND_FACTOR_REQUIRED' } }

test('a login opened after the company requires a second factor can only enrol one', async () => {
  const { clientAs, signIn } = await createRequiring()
  expect((await clientAs('bob').tickets.get({ query: {} })).status).toBe(200) // a login from before goes on
  const bob = await signIn('bob')
  expect((await bob.me()).body).toMatchObject({ mustEnrol: true, secondFactorRequired: true, secondFactor: false })
  expect(await bob.request('GET', '/tickets')).toMatchObject(barred)
  expect(await bob.request('POST', '/auth/ws-ticket')).toMatchObject(barred)
  expect(await bob.request('PUT', '/users/3', { name: 'Roberto' })).toMatchObject(barred)
  expect((await enrol(bob)).recoveryCodes.length).toBe(10)
  expect((await bob.request('GET', '/tickets')).status).toBe(200)
  expect((await bob.me()).body).toMatchObject({ mustEnrol: false, secondFactor: true })
})

test('the requirement of a company concerns its admins and no other company', async () => {
  const { signIn } = await createRequiring()
  expect(await (await signIn('ana')).request('GET', '/users')).toMatchObject(barred)
  const rui = await signIn('rui')
  expect((await rui.me()).body).toMatchObject({ mustEnrol: false, secondFactorRequired: false })
  expect((await rui.request('GET', '/users')).status).toBe(200)
})

test('setting the requirement to the same value again does not free logins opened since', async () => {
  const { signIn, setting } = await createRequiring()
  const bob = await signIn('bob')
  await Bun.sleep(2)
  expect((await setting.put({ value: 'enabled' })).status).toBe(200)
  expect(await bob.request('GET', '/tickets')).toMatchObject(barred)
  expect((await setting.put({ value: 'disabled' })).status).toBe(200)
  await Bun.sleep(1001) // the authenticator reads a login again after a second
  expect((await bob.request('GET', '/tickets')).status).toBe(200)
})

test('a required second factor cannot be turned off by its user', async () => {
  const { signIn, clientWithHeaders } = await createRequiring()
  const bob = await signIn('bob')
  const { key } = await enrol(bob)
  const proof = { password, code: appCode(key, 1) }
  expect(await bob.request('POST', '/auth/second-factor/disable', proof)).toMatchObject({
    status: 409,
    body: { error: 'ERR_SECOND_FACTOR_ENFORCED' },
  })
  expect((await bob.me()).body.secondFactor).toBe(true)
  expect(await clientWithHeaders().auth.login.post({ email: emailOf('bob'), password })).toMatchObject(
    errorAnswer(401, 'ERR_SECOND_FACTOR'),
  )
})

test('a person whose required second factor an admin resets can only enrol a new one', async () => {
  const { signIn, clientAs, acme } = await createRequiring()
  const bob = await signIn('bob')
  await enrol(bob)
  expect((await clientAs('ana').users({ id: 3 })['second-factor'].delete()).status).toBe(200)
  expect(await bob.request('GET', '/tickets')).toMatchObject(barred)
  const lines = await acme.select('audit_log').select(['actorName', 'name', 'after']).orderBy('id').execute()
  expect(lines.at(-1)).toEqual({ actorName: 'Ana', name: 'Bob', after: '{"secondFactor":false}' })
  expect(await clientAs('rui').users({ id: 3 })['second-factor'].delete()).toMatchObject(
    errorAnswer(404, 'ERR_NO_USER_FOUND'),
  )
})

test('a support visit enters a company that requires a second factor', async () => {
  const { clientAs, clientWithHeaders } = await createRequiring()
  const { data } = await clientAs('root').companies({ id: 1 }).support.post({ reason: 'Erro ao abrir', minutes: 30 })
  expect(data?.user).toMatchObject({ mustEnrol: false })
  const visitor = clientWithHeaders({ authorization: `Bearer ${data?.token}` })
  expect((await visitor.tickets.get({ query: {} })).status).toBe(200)
})

test('a refresh frees no login from the requirement, and logins and tokens from before go on', async () => {
  const installation = await createInstallation({ clock: () => 0 })
  const { id } = await installation.insertConnection('acme', { name: 'Loja' })
  const { data } = await installation.clientAs('ana').whatsapp({ id }).token.get()
  const earlier = new LoginClient(installation.app)
  await earlier.login('bob')
  await installation.clientAs('ana').settings({ key: 'secondFactorRequired' }).put({ value: 'enabled' })
  await Bun.sleep(2)
  const later = new LoginClient(installation.app)
  await later.login('sara')
  expect((await later.refresh()).status).toBe(200)
  expect(await later.request('GET', '/tickets')).toMatchObject(barred)
  expect((await earlier.refresh()).status).toBe(200)
  expect((await earlier.request('GET', '/tickets')).status).toBe(200)
  const headers = { host: 'localhost', authorization: `Bearer ${data?.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ number: 'not a number', body: 'Olá' })
  const sent = await installation.app.handle(
    new Request('http://localhost/api/messages/send', { method: 'POST', headers, body }),
  )
  expect([400, 422]).toContain(sent.status) // the token is accepted, the number is not
})
