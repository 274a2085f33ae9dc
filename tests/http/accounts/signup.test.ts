import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { createInstallation, emailOf, errorAnswer, people } from '../../installation'
import { LoginClient } from '../../login-client'

afterEach(() => void setSystemTime())

const validCompany = {
  name: 'Padaria Sol',
  email: 'Dona@Sol.test',
  phone: '(11) 99999-0001',
  password: 'pao-quente-77',
  planId: 1,
}

async function createSignup(clock?: () => number) {
  const installation = await createInstallation(clock ? { clock } : {})
  const signUp = (values: object = {}, headers = {}) =>
    installation.clientWithHeaders(headers).companies.cadastro.post({ ...validCompany, ...values })
  const countRows = async () => {
    const tables = ['companies', 'users', 'settings', 'tokens'] as const
    const rows = await Promise.all(
      tables.map((table) => installation.store.read.kysely.selectFrom(table).selectAll().execute()),
    )
    return rows.map(({ length }) => length)
  }
  return { ...installation, signUp, countRows }
}

test('GET /plans/list returns public plans with prices in cents, without a login', async () => {
  const { clientWithHeaders } = await createSignup()
  const { data } = await clientWithHeaders().plans.list.get()
  expect(data).toMatchObject({ plans: [{ id: 1, name: 'Plano 1', value: 3000 }], hasMore: false })
})

test('a sign-up creates a company whose admin can log in; fields set by the server are ignored', async () => {
  const { signUp, app, store } = await createSignup()
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
  const login = await browser.request('POST', '/auth/login', {
    email: 'dona@sol.test',
    password: validCompany.password,
  })
  expect(login.body).toMatchObject({ user: { name: validCompany.name, company: { trialExpiration: '2030-03-03' } } })
  expect(login.body).toMatchObject({ user: { profile: 'admin', super: false, companyId: company.id, queues: [] } })
  expect(login.body).toMatchObject({ user: { company: { trialExpiration: '2030-03-03' } } })
})

test.each([
  ['a name that is taken', { name: 'acme' }, 409, 'ERR_COMPANY_NAME_ALREADY_EXISTS'],
  ['an e-mail that is taken', { email: emailOf('rui').toUpperCase() }, 409, 'ERR_EMAIL_TAKEN'],
  ['an unknown plan', { planId: 7 }, 404, 'ERR_NO_PLAN_FOUND'],
  ['a plan that is not public', { planId: 2 }, 404, 'ERR_NO_PLAN_FOUND'],
  ['a common password', { password: 'Senha123' }, 400, 'ERR_WEAK_PASSWORD'],
] as const)('a sign-up with %s is refused and stores nothing', async (_, values, status, code) => {
  const { signUp, countRows, published, store } = await createSignup()
  const hidden = { id: 2, name: 'Interno', users: 1, connections: 1, queues: 1, value: 0, isPublic: 0 } as never
  await store.write(({ kysely }) => kysely.insertInto('plans').values(hidden).execute())
  const before = await countRows()
  expect(await signUp(values)).toMatchObject(errorAnswer(status, code))
  expect(await countRows()).toEqual(before)
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
])('a sign-up with an invalid %s is refused with 422 and the field', async (field, values) => {
  const { signUp } = await createSignup()
  expect(await signUp(values)).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: [field] }))
})

test('a sign-up for an unknown plan gives the same answer for a free and a taken e-mail, before any hash', async () => {
  const { signUp } = await createSignup()
  const [free, taken] = [await signUp({ planId: 99 }), await signUp({ planId: 99, email: emailOf('rui') })]
  expect([free.status, taken.status]).toEqual([404, 404])
  expect(taken.error?.value).toEqual(free.error?.value as never)
})

test('three equal sign-ups at once create one company', async () => {
  const { signUp, countRows } = await createSignup()
  const [companies = 0, users = 0] = await countRows()
  const responses = await Promise.all([signUp(), signUp(), signUp()])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await countRows()).slice(0, 2)).toEqual([companies + 1, users + 1])
})

test('sign-up is refused once the super user has disabled it', async () => {
  const { signUp, clientAs, clientWithHeaders } = await createSignup()
  expect((await clientWithHeaders().system.get()).data).toMatchObject({ signup: true, setupNeeded: false, demo: false })
  expect(await clientAs('ana').settings({ key: 'userCreation' }).put({ value: 'disabled' })).toMatchObject(
    errorAnswer(403, 'ERR_NO_PERMISSION'),
  )
  expect((await clientAs('root').settings({ key: 'userCreation' }).put({ value: 'disabled' })).status).toBe(200)
  expect((await clientWithHeaders().system.get()).data?.signup).toBe(false)
  expect(await signUp()).toMatchObject(errorAnswer(403, 'ERR_USER_CREATION_DISABLED'))
})

test('the sixth sign-up from one address within an hour answers 429, also with a forged x-forwarded-for', async () => {
  const { signUp } = await createSignup(() => 0)
  const sendInvalid = (n: number, address: string) =>
    signUp(
      { name: `Loja ${n}`, email: `l${n}@x.test`, password: 'abcd' },
      { 'x-forwarded-for': `9.9.9.${n}, ${address}` },
    )
  for (let n = 0; n < 5; n++) expect((await sendInvalid(n, '203.0.113.7')).status).toBe(422)
  const sendUnknownPlan = (n: number) =>
    signUp({ name: `Loja ${n}`, email: `l${n}@x.test`, planId: 9 }, { 'x-forwarded-for': `9.9.9.${n}, 203.0.113.7` })
  for (let n = 0; n < 5; n++) expect((await sendUnknownPlan(n)).status).toBe(404)
  const sixth = await sendUnknownPlan(6)
  expect(sixth).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT'))
  expect(sixth.response?.headers.get('retry-after')).toBe('720')
  expect((await signUp({ planId: 9 }, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(404)
})

test('refused passwords leave an address its five sign-ups in an hour, and twenty are the limit of all', async () => {
  const { signUp } = await createSignup(() => 0)
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  for (let n = 0; n < 19; n++) expect((await signUp({ password: 'Senha123' }, headers)).status).toBe(400)
  expect((await signUp({}, headers)).status).toBe(200)
  expect(await signUp({ password: 'Senha123' }, headers)).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT'))
})

test('the twenty-first sign-up from one IPv6 /48 within an hour answers 429, whatever its /64', async () => {
  const { signUp } = await createSignup(() => 0)
  const from = (n: number) => signUp({ planId: 9 }, { 'x-forwarded-for': `2001:db8:1:${n}::1` })
  for (let n = 0; n < 20; n++) expect((await from(n)).status).toBe(404)
  expect(await from(20)).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT'))
  expect((await signUp({ planId: 9 }, { 'x-forwarded-for': '2001:db8:2::1' })).status).toBe(404)
})

test('the 101st sign-up within an hour from any addresses answers 429; refused ones do not count', async () => {
  const { signUp, auth } = await createSignup(() => 0)
  for (let n = 0; n < 99; n++) auth.limits.signedUp.take('')
  expect((await signUp({ planId: 9 }, { 'x-forwarded-for': '203.0.113.1' })).status).toBe(404)
  expect((await signUp({}, { 'x-forwarded-for': '203.0.113.2' })).status).toBe(200)
  expect(await signUp({ name: 'Outra', email: 'o@x.test' }, { 'x-forwarded-for': '203.0.113.3' })).toMatchObject(
    errorAnswer(429, 'ERR_RATE_LIMIT'),
  )
})

test('a sign-up is refused without the consent to the terms of the provider, which the audit log records', async () => {
  const { signUp, store, clientAs, clientWithHeaders } = await createSignup(() => 0)
  const put = (value: string) => clientAs('root').settings({ key: 'signupTerms' }).put({ value })
  for (const value of ['http://provedor.test/termos', 'javascript:alert(1)', 'https://a b'])
    expect((await put(value)).status).toBe(422)
  const terms = 'https://provedor.test/termos'
  expect((await put(terms)).status).toBe(200)
  expect((await clientWithHeaders().system.get()).data?.signupTerms).toBe(terms)
  for (const consent of [undefined, false])
    expect(await signUp({ consent })).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: ['consent'] }))
  const { data } = await signUp({ consent: true }, { 'x-forwarded-for': '203.0.113.4' })
  const line = store.read.kysely
    .selectFrom('audit_log')
    .select(['address', 'after'])
    .where('entity', '=', 'company')
    .where('companyId', '=', data?.id as never)
  const { address, after } = await line.executeTakeFirstOrThrow()
  expect([address, JSON.parse(`${after}`)]).toMatchObject(['203.0.113.4', { consent: 1, terms }])
})

test('GET /plans/list hides plans that are not public', async () => {
  const { clientWithHeaders, store } = await createSignup()
  const hidden = { id: 2, name: 'Interno', users: 1, connections: 1, queues: 1, value: 0, isPublic: 0 } as never
  await store.write(({ kysely }) => kysely.insertInto('plans').values(hidden).execute())
  const { data } = await clientWithHeaders().plans.list.get()
  expect(data?.plans).toMatchObject([{ id: 1, name: 'Plano 1', value: 3000, useCampaigns: true }])
})

test('the first user has the name of the person who signs up', async () => {
  const { signUp, app } = await createSignup()
  expect((await signUp({ adminName: ' Dona Sol ' })).status).toBe(200)
  const credentials = { email: 'dona@sol.test', password: validCompany.password }
  const { body } = await new LoginClient(app).request('POST', '/auth/login', credentials)
  expect(body).toMatchObject({ user: { name: 'Dona Sol', company: { name: 'Padaria Sol' } } })
  expect(await signUp({ name: 'Outra', email: 'outra@sol.test', adminName: 'x\ny' })).toMatchObject(
    errorAnswer(422, 'ERR_VALIDATION', { fields: ['adminName'] }),
  )
})

test('each super user gets a mail about a sign-up, in their language', async () => {
  const { signUp, clientAs, jobs, mails } = await createSignup()
  await clientAs('root').users({ id: people.root.id }).put({ language: 'en' })
  const { data } = await signUp()
  await jobs.settle()
  expect(mails).toMatchObject([{ to: emailOf('root'), subject: 'New company: Padaria Sol' }])
  expect(mails[0]?.text).toContain('dona@sol.test')
  expect(mails[0]?.text).toContain(`/settings?tab=companies&form=${data?.id}`)
})

test('with confirmation a company exists only after the link of the mail, which works once', async () => {
  const { signUp, clientAs, clientWithHeaders, countRows, jobs, mails, app } = await createSignup()
  await clientAs('root').settings({ key: 'signupConfirmation' }).put({ value: 'enabled' })
  const before = await countRows()
  expect((await signUp({ language: 'en' })).data).toEqual({ confirm: true })
  await jobs.settle()
  expect(await countRows()).toEqual(before)
  expect(mails).toMatchObject([{ to: 'dona@sol.test', subject: 'Confirm the sign-up of your company' }])
  const token = /\/confirm#(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  expect(token).not.toContain(validCompany.password)

  const confirm = (text: string) => clientWithHeaders().companies.cadastro.confirm.post({ token: text })
  expect(await confirm(`${token.slice(0, -4)}AAAA`)).toMatchObject(errorAnswer(404, 'ERR_INVITATION_INVALID'))
  expect((await confirm(token)).data).toMatchObject({ name: validCompany.name })
  const login = { email: 'dona@sol.test', password: validCompany.password }
  expect((await new LoginClient(app).request('POST', '/auth/login', login)).status).toBe(200)
  expect((await confirm(token)).status).toBe(409)
  await jobs.settle()
  expect(mails.map(({ to }) => to)).toEqual(['dona@sol.test', emailOf('root')])
})

test('a link is worthless after a day, and at most three mails a day go to one address', async () => {
  let now = 0
  const { signUp, clientAs, clientWithHeaders, jobs, mails } = await createSignup(() => now)
  await clientAs('root').settings({ key: 'signupConfirmation' }).put({ value: 'enabled' })
  const attempts: number[] = []
  for (let n = 0; n < 4; n++) {
    now += 3_600_000
    attempts.push((await signUp({ name: `Loja ${n}` })).status)
  }
  expect(attempts).toEqual([200, 200, 200, 429])
  await jobs.settle()
  expect(mails).toHaveLength(3)
  const token = /\/confirm#(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  setSystemTime(new Date(Date.now() + 25 * 3_600_000))
  const late = await clientWithHeaders().companies.cadastro.confirm.post({ token })
  expect(late).toMatchObject(errorAnswer(404, 'ERR_INVITATION_INVALID'))
})

test('with confirmation and no mail server the sign-up is closed, and the page says so', async () => {
  const { clientAs, clientWithHeaders } = await createInstallation({ mail: false })
  await clientAs('root').settings({ key: 'signupConfirmation' }).put({ value: 'enabled' })
  const answer = await clientWithHeaders().companies.cadastro.post(validCompany)
  expect(answer).toMatchObject(errorAnswer(403, 'ERR_USER_CREATION_DISABLED'))
  expect((await clientWithHeaders().system.get()).data?.signup).toBe(false)
})
