import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync } from 'node:fs'
import { dayIn, usualZone } from '../../../src/core/time'
import { visibleTo } from '../../../src/events'
import { fillVariables } from '../../../src/features/inbox/messages/send/variables'
import { dueTone } from '../../../src/shared/due'
import { addMonths } from '../../../src/shared/recurrence'
import { companies, createInstallation, errorAnswer } from '../../installation'
import { LoginClient } from '../../login-client'
import { brokenReferences, companyTables } from '../../stored-rows'

const bakery = { name: 'Padaria Pão Doce', email: 'dono@padaria.test', planId: 1, password: 'nove violoncelos' }
const today = dayIn(usualZone)

test("dueTone returns the colour of a company's row by its remaining days", () => {
  const tones = Object.fromEntries([60, 6, 5, 4, 0, -1, -3, -4, -5, -400].map((days) => [days, dueTone(days)]))
  const [calm, over] = [
    { 60: null, 6: null },
    { '-4': 'red', '-5': 'red', '-400': 'red' },
  ]
  expect<object>(tones).toEqual({
    ...calm,
    5: 'yellow',
    4: 'orange',
    0: 'orange',
    '-1': 'orange',
    '-3': 'orange',
    ...over,
  })
})

describe('the provider', () => {
  test('receives an event for each created, changed and deleted company, and no other company does', async () => {
    const { clientAs, clientWithHeaders, published } = await createInstallation()
    const root = clientAs('root')
    const { data: made } = await root.companies.post(bakery)
    await clientWithHeaders({ origin: 'http://localhost:3000' }).companies.cadastro.post({
      ...{ name: 'Oficina', email: 'dona@oficina.test', phone: '11987654321' },
      ...{ password: bakery.password, planId: 1 },
    })
    const one = root.companies({ id: made?.id ?? 0 })
    await one.put({ name: 'Padaria Nova' })
    await one.renew.post()
    await one.delete()
    const told = published.filter(({ entity }) => entity === 'tenant')
    expect(new Set(told.map(({ companyId }) => companyId as number))).toEqual(new Set([companies.provider]))
    expect(told.map(({ payload }) => payload)).toMatchObject([
      { action: 'create', company: { id: made?.id, name: bakery.name } },
      { action: 'create', company: { name: 'Oficina' } },
      { action: 'update', company: { name: 'Padaria Nova' } },
      { action: 'update', company: { id: made?.id } },
      { action: 'delete', companyId: made?.id },
    ])
    const payload = { action: 'reload' } as const
    const viewer = (above: boolean) => ({ userId: 1, profile: 'admin', super: above, withheld: [] }) as never
    expect([visibleTo.tenant(viewer(true), payload), visibleTo.tenant(viewer(false), payload)]).toEqual([payload, null])
  })

  test('creates a company whose first admin can log in, with an audit line in that company', async () => {
    const { clientAs, clientWithHeaders, platform } = await createInstallation()
    const { data: made } = await clientAs('root').companies.post({
      ...bakery,
      adminName: 'Dona Inês',
      recurrence: 'ANUAL',
    })
    expect(made).toMatchObject({ name: bakery.name, status: true, recurrence: 'ANUAL', plan: { name: 'Plano 1' } })
    const { data } = await clientWithHeaders({ origin: 'http://localhost:3000' }).auth.login.post(bakery)
    expect(data?.user).toMatchObject({ name: 'Dona Inês', profile: 'admin', super: false, companyId: made?.id })
    const lines = await platform.db
      .selectFrom('audit_log')
      .selectAll()
      .where('companyId', '=', made?.id as never)
      .where('action', '<>', 'login')
      .execute()
    expect(lines).toMatchObject([{ action: 'create', entity: 'company', actorName: 'Root', name: bakery.name }])
    const again = await clientAs('root').companies.post({ ...bakery, email: 'outro@padaria.test' })
    expect(again).toMatchObject(errorAnswer(409, 'ERR_COMPANY_NAME_ALREADY_EXISTS'))
    const taken = await clientAs('root').companies.post({ ...bakery, name: 'Outra Padaria' })
    expect(taken).toMatchObject(errorAnswer(409, 'ERR_EMAIL_TAKEN'))
    const noPlan = await clientAs('root').companies.post({ ...bakery, name: 'Outra', email: 'a@b.test', planId: 99 })
    expect(noPlan).toMatchObject(errorAnswer(404, 'ERR_NO_PLAN_FOUND'))
  })

  test('pages through companies by name and searches by name without accents or by e-mail', async () => {
    const { clientAs, store } = await createInstallation()
    const facts = { phone: '', planId: 1, dueDate: '2099-01-01', trialExpiration: null }
    const rows = Array.from({ length: 45 }, (_, at) => ({
      name: `Café ${100 + at}`,
      email: `c${at}@cafe.test`,
      ...facts,
    }))
    await store.write(({ kysely }) => kysely.insertInto('companies').values(rows).execute())
    const seen: string[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const { data } = await clientAs('root').companies.list.get({ query: { cursor } })
      seen.push(...(data?.companies ?? []).map(({ name }) => name))
      more = data?.hasMore ?? false
      cursor = data?.next ?? undefined
    }
    expect(seen).toEqual([...rows.map(({ name }) => name), 'acme', 'provider', 'rival'].sort())
    const found = async (searchParam: string) =>
      (await clientAs('root').companies.get({ query: { searchParam } })).data?.companies.map(({ name }) => name)
    expect(await found('CAFE 12')).toEqual([
      'Café 120',
      'Café 121',
      'Café 122',
      'Café 123',
      'Café 124',
      'Café 125',
      'Café 126',
      'Café 127',
      'Café 128',
      'Café 129',
    ])
    expect(await found('c7@cafe')).toEqual(['Café 107'])
  })

  test('renews by the recurrence from the due date, also an expired one, and publishes the due date to the company', async () => {
    const { clientAs, published } = await createInstallation()
    const root = clientAs('root').companies({ id: companies.acme })
    await root.put({ dueDate: '2098-01-31', recurrence: 'MENSAL' })
    expect((await root.renew.post()).data?.dueDate).toBe('2098-02-28')
    const expired = addMonths(today, -2)
    await root.put({ dueDate: expired, recurrence: 'SEMESTRAL' })
    expect((await clientAs('ana').tickets.get({ query: {} })).status).toBe(402)
    const { data } = await root.renew.post()
    expect(data?.dueDate).toBe(addMonths(expired, 6))
    expect((await clientAs('ana').tickets.get({ query: {} })).status).toBe(200)
    const told = published.filter(({ entity }) => entity === 'company').at(-1)
    expect(told).toMatchObject({ companyId: companies.acme, payload: { company: { dueDate: addMonths(expired, 6) } } })
    expect(await root.put({ dueDate: '2098-02-30' })).toMatchObject(
      errorAnswer(422, 'ERR_VALIDATION', { fields: ['dueDate'] }),
    )
  })

  test('four renewals keep the day of the month; a due date set by the provider sets it', async () => {
    const { clientAs } = await createInstallation()
    const root = clientAs('root').companies({ id: companies.acme })
    const renew = async () => (await root.renew.post()).data?.dueDate
    await root.put({ dueDate: '2097-01-31', recurrence: 'MENSAL' })
    expect([await renew(), await renew(), await renew(), await renew()]).toEqual([
      '2097-02-28',
      '2097-03-31',
      '2097-04-30',
      '2097-05-31',
    ])
    await root.put({ dueDate: '2096-01-31' })
    await renew()
    const { data: read } = await root.get()
    expect(read).toMatchObject({ dueDate: '2096-02-29', billingDay: 31 })
    await root.put({ name: 'Outro nome', dueDate: '2096-02-29', billingDay: 5 } as object) // as it was read
    expect(await renew()).toBe('2096-03-31')
    await root.put({ dueDate: '2097-02-28' })
    expect([await renew(), (await root.get()).data?.billingDay]).toEqual(['2097-03-28', 28])
  })

  test.each([
    ['renewed', 'by one period'],
    ['given another due date', '2098-05-01'],
  ])('a trial that is %s ends; renaming the company keeps it', async (_, dueDate) => {
    const { clientAs, clientWithHeaders, app } = await createInstallation()
    const shop = { ...bakery, phone: '11987654321' }
    const { data: made } = await clientWithHeaders({ origin: 'http://localhost:3000' }).companies.cadastro.post(shop)
    const browser = new LoginClient(app)
    await browser.request('POST', '/auth/login', { email: shop.email, password: shop.password })
    const daysLeft = async () => (await browser.request('GET', '/subscription')).body.trialDaysLeft
    const root = clientAs('root').companies({ id: made?.id ?? 0 })
    await root.put({ name: 'Outro nome', dueDate: made?.dueDate })
    expect(await daysLeft()).toBe(3)
    await (dueDate === 'by one period' ? root.renew.post() : root.put({ dueDate }))
    expect(await daysLeft()).toBeNull()
  })

  test('disables a company at once, but not its own', async () => {
    const { clientAs } = await createInstallation()
    expect((await clientAs('ana').auth.me.get()).status).toBe(200)
    await clientAs('root').companies({ id: companies.acme }).put({ status: false })
    expect(await clientAs('ana').auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_COMPANY_DISABLED'))
    const own = await clientAs('root').companies({ id: companies.provider }).put({ status: false })
    expect(own).toMatchObject(errorAnswer(409, 'ERR_OWN_COMPANY'))
  })

  test('stops the sessions of a deleted company when no process would start them again', async () => {
    const { clientAs, whatsapp, store, insertTicket } = await createInstallation()
    await insertTicket({ status: 'open', userId: 3, queueId: 1 })
    const { kysely } = store.read
    const acme = companies.acme as never
    await store.write((tx) =>
      tx.kysely.updateTable('connections').set({ shouldConnect: 1 }).where('companyId', '=', acme).execute(),
    )
    const atStop: number[][] = []
    whatsapp.stop = async () => {
      const rows = await kysely
        .selectFrom('connections')
        .select('shouldConnect')
        .where('companyId', '=', acme)
        .execute()
      atStop.push(rows.map(({ shouldConnect }) => shouldConnect))
    }
    await clientAs('root').companies({ id: companies.acme }).delete()
    expect(atStop.length).toBeGreaterThan(0)
    expect(atStop.flat()).not.toContain(1)
  })

  test("deletes a company with its sessions, rows and files, and writes a line into the provider's audit log", async () => {
    const { clientAs, ports, platform, whatsapp, insertTicket, store } = await createInstallation()
    await insertTicket({ status: 'open', userId: 3, queueId: 1 })
    const folder = ports.media.absolute('1/2026/01')
    mkdirSync(folder, { recursive: true })
    expect((await clientAs('root').companies({ id: companies.acme }).delete()).data).toEqual({ id: companies.acme })
    expect(JSON.stringify(whatsapp.calls)).toContain('stop')
    expect(existsSync(ports.media.absolute('1'))).toBe(false)
    for (const table of await companyTables(store))
      expect([table, await store.read.all(`select 1 from "${table}" where "companyId" = 1`, [])]).toEqual([table, []])
    expect(await brokenReferences(store)).toEqual([])
    const lines = await platform.db.selectFrom('audit_log').selectAll().execute()
    expect(lines).toMatchObject([{ companyId: companies.provider, action: 'delete', entity: 'company', name: 'acme' }])
    const own = await clientAs('root').companies({ id: companies.provider }).delete()
    expect(own).toMatchObject(errorAnswer(409, 'ERR_OWN_COMPANY'))
  })
})

describe('an admin', () => {
  test('reads the own company, sets its time zone and language, and gets 404 for another', async () => {
    const { clientAs, acme } = await createInstallation()
    const [mine, theirs] = [
      clientAs('ana').companies({ id: companies.acme }),
      clientAs('ana').companies({ id: companies.rival }),
    ]
    expect((await mine.get()).data?.name).toBe('acme')
    const { data } = await mine.locale.put({ timeZone: 'America/Manaus', language: 'es' })
    expect(data).toMatchObject({ timeZone: 'America/Manaus', language: 'es' })
    expect((await clientAs('ana').auth.me.get()).data?.company).toMatchObject({
      timeZone: 'America/Manaus',
      language: 'es',
    })
    expect(await mine.locale.put({ timeZone: 'Marte/Olimpo' })).toMatchObject(errorAnswer(422, 'ERR_VALIDATION'))
    expect(await theirs.get()).toMatchObject(errorAnswer(404, 'ERR_NO_COMPANY_FOUND'))
    expect(await theirs.locale.put({ language: 'en' })).toMatchObject(errorAnswer(404, 'ERR_NO_COMPANY_FOUND'))
    const lines = await acme.select('audit_log').select(['actorName', 'before', 'after']).execute()
    expect(lines).toEqual([
      {
        actorName: 'Ana',
        before: JSON.stringify({ timeZone: 'America/Sao_Paulo', language: 'pt' }),
        after: JSON.stringify({ timeZone: 'America/Manaus', language: 'es' }),
      },
    ])
  })

  test('reads the plan of the own company only', async () => {
    const { clientAs } = await createInstallation()
    const { data } = await clientAs('bob').companies.listPlan({ id: companies.acme }).get()
    expect(data?.plan).toMatchObject({ name: 'Plano 1', users: 10, useKanban: true })
    const other = await clientAs('bob').companies.listPlan({ id: companies.rival }).get()
    expect(other).toMatchObject(errorAnswer(404, 'ERR_NO_COMPANY_FOUND'))
  })
})

test('fillVariables greets in the language of the company', async () => {
  const { clientAs, scopeOf, insertTicket } = await createInstallation()
  const { id } = await insertTicket()
  const noon = new Date('2026-05-01T15:00:00.000Z')
  expect(await fillVariables(scopeOf('ana'), { id }, '{{greeting}}', noon)).toBe('Boa tarde')
  await clientAs('ana').companies({ id: companies.acme }).locale.put({ language: 'en' })
  expect(await fillVariables(scopeOf('ana'), { id }, '{{greeting}}', noon)).toBe('Good afternoon')
})

test('only an admin of the company sets its hours', async () => {
  const { clientAs } = await createInstallation()
  const mine = clientAs('ana').companies({ id: companies.acme }).schedules
  expect((await mine.get()).data?.schedules[0]).toMatchObject({ weekdayEn: 'monday', startTime: '08:00' })
  const monday = { weekdayEn: 'monday', startTime: '09:00', endTime: '17:00' } as const
  const days = ((await mine.get()).data?.schedules ?? []).map((day) => (day.weekdayEn === 'monday' ? monday : day))
  expect((await mine.put({ schedules: days })).data?.schedules[0]).toMatchObject({ startTime: '09:00' })
  const wrong = days.map((day) => ({ ...day, startTime: '25:00' }))
  expect(await mine.put({ schedules: wrong })).toMatchObject(errorAnswer(422, 'ERR_VALIDATION'))
  const theirs = clientAs('ana').companies({ id: companies.rival }).schedules
  expect(await theirs.put({ holidays: [] })).toMatchObject(errorAnswer(404, 'ERR_NO_COMPANY_FOUND'))
  expect(await clientAs('bob').companies({ id: companies.acme }).schedules.put({ holidays: [] })).toMatchObject(
    errorAnswer(403, 'ERR_NO_PERMISSION'),
  )
})
