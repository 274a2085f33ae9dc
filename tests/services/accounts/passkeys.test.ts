import { expect, test } from 'bun:test'
import { listAudit } from '../../../src/features/platform/audit/list'
import { appCode } from '../../authenticator-app'
import { createInstallation, emailOf, errorAnswer, type Name, password, people } from '../../installation'
import { LoginClient } from '../../login-client'
import { type Deviations, SoftAuthenticator } from '../../passkey-authenticator'

type Installation = Awaited<ReturnType<typeof createInstallation>>

/** Adds a passkey of the authenticator to a person's account. */
async function addPasskey(
  { clientAs }: Installation,
  name: Name,
  device: SoftAuthenticator,
  deviations: Deviations = {},
) {
  const { passkeys } = clientAs(name).auth
  const { data: begun } = await passkeys.options.post({ password })
  await Bun.sleep(2) // a challenge of the same millisecond as the last used one is refused
  return passkeys.post({ state: begun!.state, name: 'Celular', response: device.create(begun!.options, deviations) })
}

/** Installation in which Bob has a passkey on `device`; `signIn` logs in with it like a browser. */
async function createWithPasskey() {
  const installation = await createInstallation({ clock: () => 0 })
  const device = new SoftAuthenticator()
  const added = await addPasskey(installation, 'bob', device)
  const browser = new LoginClient(installation.app)
  const begin = async (challenge?: string) => {
    const { body } = await browser.request('POST', '/auth/passkey/options', { challenge: challenge ?? null })
    await Bun.sleep(2) // a challenge of the same millisecond as the last used one is refused
    return body as unknown as { state: string; options: Parameters<SoftAuthenticator['get']>[0] }
  }
  const finish = (body: object) => browser.request('POST', '/auth/passkey/login', body)
  const signIn = async (deviations: Deviations = {}) => {
    const { state, options } = await begin()
    return finish({ state, response: device.get(options, deviations) })
  }
  return { ...installation, installation, device, added, browser, begin, finish, signIn }
}

const refused = { status: 401, body: { error: 'ERR_PASSKEY_REFUSED' } }
const expired = { status: 401, body: { error: 'ERR_CHALLENGE_EXPIRED' } }

test('a passkey signs in without password and code, and is stored without a secret', async () => {
  const { added, signIn, browser, device, acme } = await createWithPasskey()
  expect(added.data).toMatchObject({ passkey: { name: 'Celular', rpId: 'localhost', synced: false, lastUsedAt: null } })
  expect(added.data?.recoveryCodes.length).toBe(10)
  expect((await signIn()).status).toBe(200)
  expect((await browser.me()).body).toMatchObject({ id: people.bob.id, secondFactor: true, mustEnrol: false })
  expect((await browser.request('GET', '/auth/passkeys')).body).toMatchObject({
    passkeys: [{ lastUsedAt: expect.any(String) }],
  })
  expect((await signIn()).status).toBe(200)
  const rows = await acme.select('passkeys').selectAll().execute()
  expect(rows).toMatchObject([{ userId: 3, counter: 2, credentialId: device.credentials[0]?.id }])
})

test.each<[string, Deviations]>([
  ['another origin', { origin: 'https://evil.test' }],
  ['another port of the origin', { origin: 'http://localhost:9999' }],
  ['another site', { rpId: 'evil.test' }],
  ['another challenge', { challenge: Buffer.from('made up').toString('base64url') }],
  ['the type of a registration', { type: 'webauthn.create' }],
  ['no verification of the user', { verified: false }],
  ['the counter of the last login', { counter: 1 }],
  ['a counter of zero', { counter: 0 }],
  ['a frame of another site', { crossOrigin: true }],
  ['a frame that names the site around it', { topOrigin: 'http://localhost:3000' }],
  ['the handle of another user', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
])('a login with a passkey is refused for %s', async (_, deviations) => {
  const { signIn, acme } = await createWithPasskey()
  expect((await signIn()).status).toBe(200)
  const before = await acme.select('passkeys').selectAll().execute()
  expect(await signIn(deviations)).toMatchObject(refused)
  expect(await acme.select('passkeys').selectAll().execute()).toEqual(before)
  expect((await signIn({ counter: 5 })).status).toBe(200)
})

test('a signed challenge works once, also for a passkey that does not count', async () => {
  const { begin, finish, device } = await createWithPasskey()
  const earlier = await begin()
  const { state, options } = await begin()
  const answer = { state, response: device.get(options, { counter: 0 }) }
  expect((await finish(answer)).status).toBe(200)
  expect(await finish(answer)).toMatchObject(refused)
  // The same challenge signed anew, and one issued before it.
  expect(await finish({ state, response: device.get(options, { counter: 0 }) })).toMatchObject(refused)
  expect(await finish({ ...earlier, response: device.get(earlier.options, { counter: 0 }) })).toMatchObject(refused)
})

test('ten simultaneous requests with one signed challenge sign in once', async () => {
  const { begin, device, app } = await createWithPasskey()
  const { state, options } = await begin()
  const answer = { state, response: device.get(options, { counter: 0 }) }
  const requests = Array.from({ length: 10 }, () => new LoginClient(app).request('POST', '/auth/passkey/login', answer))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(401)])
})

test('a signature altered on the way is refused', async () => {
  const { begin, finish, device } = await createWithPasskey()
  const { state, options } = await begin()
  const response = device.get(options)
  const signature = Buffer.from(response.response.signature, 'base64url')
  signature[signature.length - 1]! ^= 1
  const altered = { ...response, response: { ...response.response, signature: signature.toString('base64url') } }
  expect(await finish({ state, response: altered })).toMatchObject(refused)
})

test('a login with a state that is made up, of a registration or of another purpose is refused', async () => {
  const { begin, finish, device, clientAs } = await createWithPasskey()
  const { options } = await begin()
  expect(await finish({ state: 'bWFkZSB1cA', response: device.get(options) })).toMatchObject(expired)
  const { data } = await clientAs('bob').auth.passkeys.options.post({ password })
  const response = device.assert(device.credentials[0]!, data!.options.challenge)
  expect(await finish({ state: data!.state, response })).toMatchObject(expired)
  const other = new SoftAuthenticator()
  const { state } = await begin()
  const asRegistration = { state, name: 'Outra', response: other.create(data!.options) }
  expect(await clientAs('bob').auth.passkeys.post(asRegistration)).toMatchObject(
    errorAnswer(401, 'ERR_CHALLENGE_EXPIRED'),
  )
})

test('a login with the id of another passkey, or of none, and an own signature is refused', async () => {
  const { installation, begin, finish, device } = await createWithPasskey()
  const rui = new SoftAuthenticator()
  expect((await addPasskey(installation, 'rui', rui)).status).toBe(200)
  const { state, options } = await begin()
  const response = rui.get(options)
  const id = device.credentials[0]!.id
  expect(await finish({ state, response: { ...response, id, rawId: id } })).toMatchObject(refused)
  expect(await finish({ state, response: { ...response, id: 'AAAA', rawId: 'AAAA' } })).toMatchObject(refused)
})

test('a refused passkey after a correct password is a line in the audit log', async () => {
  const { installation, browser, begin, finish } = await createWithPasskey()
  const rui = new SoftAuthenticator()
  await addPasskey(installation, 'rui', rui)
  const challenge = (await browser.login('bob')).body.challenge as string
  const { state, options } = await begin(challenge)
  const response = rui.assert(rui.credentials[0]!, options.challenge)
  expect(await finish({ state, challenge, response })).toMatchObject(refused)
  await installation.store.idle()
  const { lines } = await listAudit(installation.scopeOf('ana'), { action: 'refuse' })
  expect(lines).toMatchObject([{ entity: 'secondFactor', entityId: people.bob.id, name: 'Bob' }])
})

test('a passkey is the second step of its own user only', async () => {
  const { installation, browser, begin, finish, device, signIn } = await createWithPasskey()
  const rui = new SoftAuthenticator()
  await addPasskey(installation, 'rui', rui)
  const { body } = await browser.login('bob')
  expect(body).toMatchObject({ error: 'ERR_SECOND_FACTOR', passkey: true })
  const challenge = body.challenge as string
  const { state, options } = await begin(challenge)
  expect(options.allowCredentials.map(({ id }) => id)).toEqual([device.credentials[0]!.id])
  const foreign = rui.assert(rui.credentials[0]!, options.challenge)
  expect(await finish({ state, challenge, response: foreign })).toMatchObject(refused)
  // Options of a login without a password do not fit the second step, and the reverse.
  const free = await begin()
  expect(await finish({ state: free.state, challenge, response: device.get(free.options) })).toMatchObject(expired)
  expect(await finish({ state, response: device.get(options) })).toMatchObject(expired)
  expect((await finish({ state, challenge, response: device.get(options) })).status).toBe(200)
  expect((await browser.me()).body).toMatchObject({ id: people.bob.id })
  expect((await signIn()).status).toBe(200)
})

test('a person with a passkey only signs in by password with a recovery code, each of which works once', async () => {
  const { browser, added } = await createWithPasskey()
  const [code = ''] = added.data?.recoveryCodes ?? []
  const second = async (code: string) =>
    browser.request('POST', '/auth/login/second-step', { challenge: (await browser.login('bob')).body.challenge, code })
  expect((await second('000000')).status).toBe(400)
  expect((await second(code)).status).toBe(200)
  expect((await second(code)).status).toBe(400)
})

test.each<[string, Deviations]>([
  ['another origin', { origin: 'https://evil.test' }],
  ['another site', { rpId: 'evil.test' }],
  ['another challenge', { challenge: 'bWFkZSB1cA' }],
  ['the type of a login', { type: 'webauthn.get' }],
  ['no verification of the user', { verified: false }],
  ['a certificate', { attestation: { fmt: 'packed', statement: new Map([['x5c', [new Uint8Array([1])]]]) } }],
  ['a frame of another site', { crossOrigin: true }],
  ['a frame that names the site around it', { topOrigin: 'https://evil.test' }],
  ['a statement of a maker', { attestation: { fmt: 'fido-u2f', statement: new Map() } }],
])('a new passkey is refused for %s', async (_, deviations) => {
  const installation = await createInstallation({ clock: () => 0 })
  const answer = await addPasskey(installation, 'bob', new SoftAuthenticator(), deviations)
  expect(answer).toMatchObject(errorAnswer(401, 'ERR_PASSKEY_REFUSED'))
  expect(await installation.acme.select('passkeys').selectAll().execute()).toEqual([])
  expect((await installation.clientAs('bob').auth.me.get()).data?.secondFactor).toBe(false)
})

test('a passkey is added with the password, to the own account, and only once in the installation', async () => {
  const { clientAs } = await createInstallation({ clock: () => 0 })
  const { passkeys } = clientAs('bob').auth
  expect(await passkeys.options.post({ password: 'wrong one' })).toMatchObject(errorAnswer(400, 'ERR_WRONG_PASSWORD'))
  const { data: begun } = await passkeys.options.post({ password })
  const { state, options } = begun!
  const body = { state, name: 'Celular', response: new SoftAuthenticator().create(options) }
  expect(await clientAs('rui').auth.passkeys.post(body)).toMatchObject(errorAnswer(401, 'ERR_CHALLENGE_EXPIRED'))
  expect(await passkeys.post({ ...body, name: '   ' })).toMatchObject(errorAnswer(422, 'ERR_VALIDATION'))
  expect((await passkeys.post(body)).status).toBe(200)
  await Bun.sleep(2) // a challenge of the same millisecond as the last used one is refused
  const again = await passkeys.options.post({ password })
  const response = new SoftAuthenticator().create(again.data!.options, { credentialId: body.response.id })
  const repeated = { ...body, state: again.data!.state, response }
  expect(await passkeys.post(repeated)).toMatchObject(errorAnswer(409, 'ERR_PASSKEY_EXISTS'))
  expect(again.data?.options.excludeCredentials).toEqual([
    { type: 'public-key', id: body.response.id, transports: ['internal'] },
  ])
  expect(again.data?.options.user.id).toBe(options.user.id)
})

test('a challenge adds one passkey, also when it is used at once or after that passkey was deleted', async () => {
  const { clientAs, acme } = await createInstallation({ clock: () => 0 })
  const { passkeys } = clientAs('bob').auth
  const { data: earlier } = await passkeys.options.post({ password })
  await Bun.sleep(2) // challenges of the same millisecond are one
  const { data: begun } = await passkeys.options.post({ password })
  const add = ({ state, options } = begun!) =>
    passkeys.post({ state, name: 'Celular', response: new SoftAuthenticator().create(options) })
  const answers = await Promise.all([add(), add(), add()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  expect(await add()).toMatchObject(errorAnswer(401, 'ERR_CHALLENGE_EXPIRED'))
  const { id } = answers.find(({ data }) => data)!.data!.passkey
  expect((await passkeys({ id }).remove.post({ password })).status).toBe(200)
  expect(await add()).toMatchObject(errorAnswer(401, 'ERR_CHALLENGE_EXPIRED'))
  expect(await add(earlier!)).toMatchObject(errorAnswer(401, 'ERR_CHALLENGE_EXPIRED'))
  expect(await acme.select('passkeys').selectAll().execute()).toEqual([])
  const { data: next } = await passkeys.options.post({ password })
  expect((await add(next!)).status).toBe(200)
})

test('an account has at most ten passkeys', async () => {
  const installation = await createInstallation({ clock: () => 0 })
  for (let n = 0; n < 10; n++) expect((await addPasskey(installation, 'bob', new SoftAuthenticator())).status).toBe(200)
  expect(await installation.clientAs('bob').auth.passkeys.options.post({ password })).toMatchObject(
    errorAnswer(409, 'ERR_PASSKEY_LIMIT'),
  )
})

test('a passkey is renamed and deleted by its owner only, with audit lines', async () => {
  const { added, installation, clientAs, acme, clientWithHeaders, device, begin, finish } = await createWithPasskey()
  const id = added.data!.passkey.id
  const of = (name: Name) => clientAs(name).auth.passkeys({ id })
  for (const name of ['ana', 'rui', 'root'] as const) {
    expect((await of(name).put({ name: 'Outro' })).status).toBe(404)
    expect((await of(name).remove.post({ password })).status).toBe(404)
  }
  expect((await of('bob').put({ name: 'Telefone' })).data).toMatchObject({ name: 'Telefone' })
  expect(await of('bob').remove.post({ password: 'wrong one' })).toMatchObject(errorAnswer(400, 'ERR_WRONG_PASSWORD'))
  expect((await of('bob').remove.post({ password })).status).toBe(200)
  const { state, options } = await begin()
  expect(await finish({ state, response: device.get(options) })).toMatchObject(refused)
  expect(await acme.select('recovery_codes').selectAll().execute()).toEqual([])
  expect((await clientWithHeaders().auth.login.post({ email: emailOf('bob'), password })).status).toBe(200)
  const log = installation.acme.select('audit_log').select(['action', 'entity', 'name']).orderBy('id')
  const lines = await log.where('entity', '=', 'passkey').execute()
  expect(lines).toEqual([
    { action: 'create', entity: 'passkey', name: 'Celular' },
    { action: 'update', entity: 'passkey', name: 'Telefone' },
    { action: 'delete', entity: 'passkey', name: 'Telefone' },
  ])
})

test('recovery codes stay until app and passkeys are removed, and are renewed without an app by the password', async () => {
  const { added, clientAs, acme } = await createWithPasskey()
  const { auth } = clientAs('bob')
  const renewed = await auth['second-factor']['recovery-codes'].post({ password })
  expect(renewed.data?.recoveryCodes.length).toBe(10)
  const { data } = await auth['second-factor'].post({ password })
  expect((await auth['second-factor'].confirm.post({ code: appCode(data!.key) })).status).toBe(200)
  expect(await auth['second-factor']['recovery-codes'].post({ password })).toMatchObject(
    errorAnswer(400, 'ERR_SECOND_FACTOR_CODE'),
  )
  expect((await auth['second-factor'].get()).data).toEqual({ app: true })
  expect((await auth['second-factor'].disable.post({ password, code: appCode(data!.key, 1) })).status).toBe(200)
  expect((await auth.me.get()).data?.secondFactor).toBe(true)
  expect((await acme.select('recovery_codes').selectAll().execute()).length).toBe(10)
  expect((await auth.passkeys({ id: added.data!.passkey.id }).remove.post({ password })).status).toBe(200)
  expect((await auth.me.get()).data?.secondFactor).toBe(false)
})

test('a passkey satisfies a required second factor, and the last one cannot be deleted', async () => {
  const { clientAs, installation, added, signIn } = await createWithPasskey()
  await clientAs('ana').settings({ key: 'secondFactorRequired' }).put({ value: 'enabled' })
  await Bun.sleep(2)
  const { token } = (await signIn()).body as { token: string }
  const bob = installation.clientWithHeaders({ authorization: `Bearer ${token}` })
  expect((await bob.tickets.get({ query: {} })).status).toBe(200)
  const remove = (id: number) => bob.auth.passkeys({ id }).remove.post({ password })
  const id = added.data!.passkey.id
  expect(await remove(id)).toMatchObject(errorAnswer(409, 'ERR_SECOND_FACTOR_ENFORCED'))
  const { data: begun } = await bob.auth.passkeys.options.post({ password })
  const response = new SoftAuthenticator().create(begun!.options)
  const second = await bob.auth.passkeys.post({ state: begun!.state, name: 'Chave', response })
  expect(second.data?.recoveryCodes).toEqual([])
  expect((await remove(id)).status).toBe(200)
  expect(await remove(second.data!.passkey.id)).toMatchObject(errorAnswer(409, 'ERR_SECOND_FACTOR_ENFORCED'))
})

test('an admin resets a person’s passkeys with the second factor', async () => {
  const { clientAs, signIn, acme } = await createWithPasskey()
  expect((await clientAs('ana').users({ id: 3 })['second-factor'].delete()).status).toBe(200)
  expect(await acme.select('passkeys').selectAll().execute()).toEqual([])
  expect(await signIn()).toMatchObject(refused)
})

test('a person of a disabled or expired company is refused with a passkey as with a password', async () => {
  const { store, signIn } = await createWithPasskey()
  const change = (values: object) =>
    store.write(({ kysely }) =>
      kysely
        .updateTable('companies')
        .set(values)
        .where('id', '=', 1 as never)
        .execute(),
    )
  await change({ status: 0 })
  expect(await signIn()).toMatchObject({ status: 403, body: { error: 'ERR_COMPANY_DISABLED' } })
  await change({ status: 1, dueDate: '2020-01-01' })
  expect(await signIn()).toMatchObject({ status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } })
})

test('passkeys work at the origin of the request, on https or localhost, and never on an IP address', async () => {
  const { app } = await createInstallation({ clock: () => 0 })
  const at = (origin: string) =>
    new LoginClient(app, { origin, host: new URL(origin).host }).request('POST', '/auth/passkey/options', {
      challenge: null,
    })
  expect((await at('https://crm.loja.test')).body).toMatchObject({ options: { rpId: 'crm.loja.test' } })
  expect((await at('http://localhost:8080')).body).toMatchObject({ options: { rpId: 'localhost' } })
  for (const origin of ['http://crm.loja.test', 'https://192.168.0.9', 'http://127.0.0.1:3000', 'https://[::1]'])
    expect(await at(origin)).toMatchObject({ status: 409, body: { error: 'ERR_PASSKEY_ADDRESS' } })
  const foreign = new LoginClient(app, { origin: 'https://evil.test', host: 'crm.loja.test' })
  expect(await foreign.request('POST', '/auth/passkey/options', { challenge: null })).toMatchObject({
    body: { error: 'ERR_FORBIDDEN_ORIGIN' },
  })
})

test('a passkey of one host name does not sign in at another', async () => {
  const { app, device } = await createWithPasskey()
  const elsewhere = new LoginClient(app, { origin: 'https://crm.loja.test', host: 'crm.loja.test' })
  const { body } = await elsewhere.request('POST', '/auth/passkey/options', { challenge: null })
  const { challenge } = body.options as { challenge: string }
  const response = device.assert(device.credentials[0]!, challenge, {
    origin: 'https://crm.loja.test',
    rpId: 'crm.loja.test',
  })
  expect(await elsewhere.request('POST', '/auth/passkey/login', { state: body.state, response })).toMatchObject(refused)
})

test('an address asks for options a hundred times in a quarter of an hour, and failed logins count', async () => {
  const { signIn, browser } = await createWithPasskey()
  const asked = await Promise.all(
    Array.from({ length: 99 }, () => browser.request('POST', '/auth/passkey/options', { challenge: null })),
  )
  expect(asked.map(({ status }) => status)).toEqual(Array(99).fill(200))
  expect(await signIn()).toMatchObject({ status: 429 })
})
