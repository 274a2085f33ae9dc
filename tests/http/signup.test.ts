import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { createInstallation, emailOf, errorAnswer } from '../installation'
import { LoginClient } from '../login-client'

afterEach(() => void setSystemTime())

const given = {
  name: 'Padaria Sol',
  email: 'Dona@Sol.test',
  phone: '(11) 99999-0001',
  password: 'pao-quente-77',
  planId: 1,
}

async function shop(clock?: () => number) {
  const installation = await createInstallation(clock ? { clock } : {})
  const signUp = (values: object = {}, headers = {}) =>
    installation.clientWithHeaders(headers).companies.cadastro.post({ ...given, ...values })
  const count = async () => {
    const tables = ['companies', 'users', 'settings', 'tokens'] as const
    const rows = await Promise.all(
      tables.map((table) => installation.store.read.kysely.selectFrom(table).selectAll().execute()),
    )
    return rows.map(({ length }) => length)
  }
  return { ...installation, signUp, count }
}

test('a stranger reads the prices of the public plans, in cents', async () => {
  const { clientWithHeaders } = await shop()
  const { data } = await clientWithHeaders().plans.list.get()
  expect(data).toMatchObject({ plans: [{ id: 1, name: 'Plano 1', value: 3000 }], hasMore: false })
})

test('a stranger opens a company and signs in; what the server decides, it decides', async () => {
  const { signUp, app, store } = await shop()
  setSystemTime(new Date('2030-03-01T01:00:00Z')) // still 28 February in São Paulo
  const forged = {
    dueDate: '2099-01-01',
    status: false,
    recurrence: 'ANUAL',
    campaignsEnabled: false,
    super: true,
    companyId: 1,
    id: 99,
  }
  const { data, status } = await signUp(forged)
  expect([status, data?.dueDate]).toEqual([200, '2030-03-03'])
  const db = store.read.kysely
  const company = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', data?.id as never)
    .executeTakeFirstOrThrow()
  expect(company).toMatchObject({
    status: 1,
    recurrence: 'MENSAL',
    campaignsEnabled: 1,
    trialExpiration: '2030-03-03',
    phone: '11999990001',
    planId: 1,
  })
  expect(company.id).not.toBe(99 as never)
  const browser = new LoginClient(app)
  const login = await browser.request('POST', '/auth/login', { email: 'dona@sol.test', password: given.password })
  expect(login.body).toMatchObject({ user: { profile: 'admin', super: false, companyId: company.id, queues: [] } })
})

test.each([
  ['a company of that name', { name: 'acme' }, 409, 'ERR_COMPANY_NAME_ALREADY_EXISTS'],
  ['a person of that e-mail', { email: emailOf('rui').toUpperCase() }, 409, 'ERR_EMAIL_TAKEN'],
  ['no such plan', { planId: 7 }, 404, 'ERR_NO_PLAN_FOUND'],
  ['a plan that is not public', { planId: 2 }, 404, 'ERR_NO_PLAN_FOUND'],
  ['a common password', { password: 'Senha123' }, 400, 'ERR_WEAK_PASSWORD'],
] as const)('%s: refused, and nothing is left behind', async (_, values, status, code) => {
  const { signUp, count, published, store } = await shop()
  const hidden = { id: 2, name: 'Interno', users: 1, connections: 1, queues: 1, value: 0, isPublic: 0 } as never
  await store.write(({ kysely }) => kysely.insertInto('plans').values(hidden).execute())
  const before = await count()
  expect(await signUp(values)).toMatchObject(errorAnswer(status, code))
  expect(await count()).toEqual(before)
  expect(published).toEqual([])
})

test.each([
  ['name', { name: 'a' }],
  ['name', { name: 'a'.repeat(51) }],
  ['email', { email: 'not an address' }],
  ['password', { password: 'abcd' }],
  ['password', { password: 'a'.repeat(51) }],
  ['phone', { phone: '123' }],
  ['phone', { phone: '119999900011' }],
  ['planId', { planId: 'x' }],
])('a bad %s is named', async (field, values) => {
  const { signUp } = await shop()
  expect(await signUp(values)).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: [field] }))
})

test('twins at the same moment make one company', async () => {
  const { signUp, count } = await shop()
  const [companies = 0, users = 0] = await count()
  const answers = await Promise.all([signUp(), signUp(), signUp()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await count()).slice(0, 2)).toEqual([companies + 1, users + 1])
})

test('the super user can close sign-up', async () => {
  const { signUp, clientAs, clientWithHeaders } = await shop()
  expect((await clientWithHeaders().system.get()).data).toMatchObject({ signup: true, setupNeeded: false, demo: false })
  expect(await clientAs('ana').settings({ key: 'userCreation' }).put({ value: 'disabled' })).toMatchObject(
    errorAnswer(403, 'ERR_NO_PERMISSION'),
  )
  expect((await clientAs('root').settings({ key: 'userCreation' }).put({ value: 'disabled' })).status).toBe(200)
  expect((await clientWithHeaders().system.get()).data?.signup).toBe(false)
  expect(await signUp()).toMatchObject(errorAnswer(403, 'ERR_USER_CREATION_DISABLED'))
})

test('five sign-ups an hour from one address, whatever the client says of itself', async () => {
  const { signUp } = await shop(() => 0)
  const from = (n: number, address: string) =>
    signUp(
      { name: `Loja ${n}`, email: `l${n}@x.test`, password: 'abcd' },
      { 'x-forwarded-for': `9.9.9.${n}, ${address}` },
    )
  for (let n = 0; n < 5; n++) expect((await from(n, '203.0.113.7')).status).toBe(422)
  const ok = (n: number) =>
    signUp({ name: `Loja ${n}`, email: `l${n}@x.test`, planId: 9 }, { 'x-forwarded-for': `9.9.9.${n}, 203.0.113.7` })
  for (let n = 0; n < 5; n++) expect((await ok(n)).status).toBe(404)
  const sixth = await ok(6)
  expect(sixth).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT'))
  expect(sixth.response?.headers.get('retry-after')).toBe('720')
  expect((await signUp({ planId: 9 }, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(404)
})

test('strangers see public plans and nothing of the others', async () => {
  const { clientWithHeaders, store } = await shop()
  const hidden = { id: 2, name: 'Interno', users: 1, connections: 1, queues: 1, value: 0, isPublic: 0 } as never
  await store.write(({ kysely }) => kysely.insertInto('plans').values(hidden).execute())
  const { data } = await clientWithHeaders().plans.list.get()
  expect(data?.plans).toMatchObject([{ id: 1, name: 'Plano 1', value: 3000, useCampaigns: true }])
})
