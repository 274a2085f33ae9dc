import { expect, test } from 'bun:test'
import { ensureSuperUser, setupLink } from '../../../src/features/accounts/auth/setup/setup'
import { setupNeeded } from '../../../src/features/accounts/auth/setup/setup-state'
import { seedPlan } from '../../../src/features/provider/plans/service'
import { companies, createInstallation, emailOf, errorAnswer, password } from '../../installation'
import { LoginClient } from '../../login-client'

/** Installation without a super user. */
async function createWithoutSuperUser() {
  const installation = await createInstallation()
  await installation.store.write(({ kysely }) =>
    kysely.updateTable('users').set({ super: 0 }).where('super', '=', 1).execute(),
  )
  const person = { name: 'Dona', email: 'Dona@casa.test', password: 'doze letras ou mais' }
  const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? ''
  return { ...installation, person, tokenOf }
}

test('the printed link creates the first super user once and logs in', async () => {
  const { platform, app, clientWithHeaders, person, tokenOf } = await createWithoutSuperUser()
  expect((await clientWithHeaders().system.get()).data?.setupNeeded).toBe(true)
  const link = await setupLink(platform, 'https://desk.example')
  expect(link).toStartWith('https://desk.example/setup?token=')
  const browser = new LoginClient(app)
  const { status, body } = await browser.request('POST', '/auth/setup', { token: tokenOf(link), ...person })
  expect([status, body.user]).toMatchObject([
    200,
    { super: true, profile: 'admin', email: 'dona@casa.test', mustEnrol: true },
  ])
  expect((await browser.me()).status).toBe(200)
  expect((await clientWithHeaders().system.get()).data?.setupNeeded).toBe(false)
  expect(await clientWithHeaders().auth.setup.post({ token: tokenOf(link), ...person })).toMatchObject(
    errorAnswer(409, 'ERR_SETUP_DONE'),
  )
  expect(await setupLink(platform, 'https://desk.example')).toBeNull()
})

test('the set-up names the company; a name that another company has is not taken', async () => {
  for (const [chosen, expected] of [
    ['Loja da Rita', 'Loja da Rita'],
    ['rival', 'Balcão'],
    [undefined, 'Balcão'],
  ]) {
    const { platform, clientWithHeaders, store, person, tokenOf } = await createWithoutSuperUser()
    const token = tokenOf(await setupLink(platform, 'http://x'))
    const answer = await clientWithHeaders().auth.setup.post({
      token,
      ...person,
      ...(chosen && { companyName: chosen }),
    })
    expect(answer.status).toBe(200)
    const own = store.read.kysely.selectFrom('companies').select('name').where('email', '=', 'dona@casa.test')
    expect(await own.execute()).toEqual([{ name: expected as string }])
  }
})

test('a wrong or older link, a weak password and a used e-mail are refused', async () => {
  const { platform, clientWithHeaders, store, person, tokenOf } = await createWithoutSuperUser()
  const old = tokenOf(await setupLink(platform, 'http://x'))
  const token = tokenOf(await setupLink(platform, 'http://x'))
  const attempt = (values: object) => clientWithHeaders().auth.setup.post({ token, ...person, ...values })
  expect(await attempt({ token: old })).toMatchObject(errorAnswer(403, 'ERR_SETUP_TOKEN'))
  expect(await attempt({ token: '' })).toMatchObject(errorAnswer(403, 'ERR_SETUP_TOKEN'))
  expect(await attempt({ password: 'eleven-char' })).toMatchObject(errorAnswer(400, 'ERR_WEAK_PASSWORD', { min: 12 }))
  expect(await attempt({ email: emailOf('ana') })).toMatchObject(errorAnswer(409, 'ERR_EMAIL_TAKEN'))
  expect(await setupNeeded(platform)).toBe(true)
  expect(JSON.stringify(await store.read.kysely.selectFrom('installation').selectAll().execute())).not.toContain(token)
  expect((await attempt({})).status).toBe(200) // the link is still valid
})

test('sign-up and login are refused before the set-up', async () => {
  const { clientWithHeaders } = await createWithoutSuperUser()
  const stranger = {
    name: 'Balcão',
    email: 's@x.test',
    phone: '11999998888',
    password: 'doze letras ou mais',
    planId: 1,
  }
  const refused = errorAnswer(403, 'ERR_SETUP_NEEDED')
  expect(await clientWithHeaders().companies.cadastro.post(stranger)).toMatchObject(refused)
  expect(await clientWithHeaders().auth.login.post({ email: emailOf('ana'), password })).toMatchObject(refused)
  const options = clientWithHeaders({ origin: 'http://localhost:3000' }).auth.passkey.options
  expect(await options.post({ challenge: null })).toMatchObject(refused)
})

test("the provider's company is known by its mark and not by its name", async () => {
  const { platform, store, person } = await createWithoutSuperUser()
  const companyOf = async (email: string) =>
    (await store.read.kysely.selectFrom('users').select('companyId').where('email', '=', email).executeTakeFirst())
      ?.companyId
  await store.write(({ kysely }) =>
    kysely
      .updateTable('companies')
      .set({ name: 'Balcão' })
      .where('id', '=', companies.rival as never)
      .execute(),
  )
  await ensureSuperUser(platform, person)
  const provider = await companyOf(person.email.toLowerCase())
  expect(Object.values(companies)).not.toContain(provider as never)
  await store.write(({ kysely }) => kysely.updateTable('users').set({ super: 0 }).execute())
  await ensureSuperUser(platform, { ...person, email: 'outra@casa.test' })
  expect(await companyOf('outra@casa.test')).toBe(provider)
})

test('concurrent requests with one link create one super user', async () => {
  const { platform, clientWithHeaders, store, person, tokenOf } = await createWithoutSuperUser()
  const token = tokenOf(await setupLink(platform, 'http://x'))
  const both = await Promise.all(
    ['a@casa.test', 'b@casa.test'].map((email) => clientWithHeaders().auth.setup.post({ token, ...person, email })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const supers = await store.read.kysely.selectFrom('users').select('id').where('super', '=', 1).execute()
  expect(supers.length).toBe(1)
})

test('the super user from the environment is created once and not changed later', async () => {
  const { platform, app, person } = await createWithoutSuperUser()
  expect(await ensureSuperUser(platform, person)).toBe(true)
  expect(await ensureSuperUser(platform, { ...person, password: 'another one entirely' })).toBe(false)
  const login = await new LoginClient(app).request('POST', '/auth/login', {
    email: person.email,
    password: person.password,
  })
  expect(login.body).toMatchObject({ user: { super: true } })
})

test('the public plan of a new installation is created only at the first start', async () => {
  const { platform, clientWithHeaders } = await createInstallation()
  await seedPlan(platform)
  expect((await clientWithHeaders().plans.list.get()).data?.plans.length).toBe(1)
})

test.each([
  ['does not say whether they sell Balcão', {}, false],
  ['keeps it for their own company', { sells: false }, false],
  ['sells it to other companies', { sells: true }, true],
])('sign-up of companies after the set-up by an owner who %s', async (_, answer, isOpen) => {
  const { platform, clientWithHeaders, store, person, tokenOf } = await createWithoutSuperUser()
  await store.write(({ kysely }) => kysely.deleteFrom('installation').where('key', '=', 'userCreation').execute())
  const token = tokenOf(await setupLink(platform, 'http://x'))
  expect((await clientWithHeaders().auth.setup.post({ token, ...person, ...answer })).status).toBe(200)
  expect((await clientWithHeaders().system.get()).data?.signup).toBe(isOpen)
  const stranger = { name: 'Estranha', email: 's@x.test', phone: '11999998888', password: 'doze letras ou mais' }
  const { status, error } = await clientWithHeaders().companies.cadastro.post({ ...stranger, planId: 1 })
  expect([status, error?.value]).toEqual(
    isOpen ? [200, undefined] : ([403, { error: 'ERR_USER_CREATION_DISABLED' }] as never),
  )
})

test('a set-up that does not answer whether Balcão is sold leaves an open sign-up open', async () => {
  const { platform, clientWithHeaders, person, tokenOf } = await createWithoutSuperUser()
  const token = tokenOf(await setupLink(platform, 'http://x'))
  expect((await clientWithHeaders().auth.setup.post({ token, ...person })).status).toBe(200)
  expect((await clientWithHeaders().system.get()).data?.signup).toBe(true)
})
