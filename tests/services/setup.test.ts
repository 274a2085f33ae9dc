import { expect, test } from 'bun:test'
import { ensureSuperUser, setupLink, setupNeeded } from '../../src/features/auth/setup'
import { seedPlan } from '../../src/features/plans/service'
import { createInstallation, emailOf, errorAnswer } from '../installation'
import { LoginClient } from '../login-client'

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
