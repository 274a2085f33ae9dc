import { describe, expect, test } from 'bun:test'
import type { Insertable } from 'kysely'
import type { CompanyId, Database } from '../../../src/core/storage/schema'
import { storeReport } from '../../../src/features/provider/backups/state'
import { countCompanies } from '../../../src/features/provider/morning/count-companies'
import { readDisks, storeDiskDay } from '../../../src/features/provider/morning/disk'
import { readMorning } from '../../../src/features/provider/morning/read'
import { type BackupAge, isBackupLate } from '../../../src/shared/morning'
import { companies, createInstallation } from '../../installation'

/** Noon of a Friday in São Paulo, the time zone of the provider's company. */
const now = Date.parse('2026-05-15T15:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const day = 24 * 60

async function openProvider() {
  const installation = await createInstallation()
  const { store, platform, scopeOf } = installation
  const insert = <T extends keyof Database>(table: T, ...rows: Insertable<Database[T]>[]) =>
    store.write(({ kysely }) => kysely.insertInto(table).values(rows).execute())
  let made = 0
  /** Inserts a company whose licence ends in 2099 unless told otherwise. */
  const insertCompany = async (values: Partial<Insertable<Database['companies']>> = {}) => {
    const name = `Empresa ${++made}`
    const facts = { name, email: `c${made}@empresa.test`, phone: '', planId: 1, dueDate: '2099-01-01' }
    const row = { ...facts, trialExpiration: null, createdAt: '2020-01-01T00:00:00.000Z', ...values }
    const [company] = await store.write(({ kysely }) =>
      kysely.insertInto('companies').values(row).returning(['id', 'name']).execute(),
    )
    return company as { id: CompanyId; name: string }
  }
  const insertNumber = async (companyId: CompanyId, name: string) => {
    const row = { companyId, name, number: null, lid: null, connectedAt: null, transferQueueId: null }
    const [number] = await store.write(({ kysely }) =>
      kysely.insertInto('connections').values(row).returning('id').execute(),
    )
    return number?.id as number
  }
  const read = (at = now) => readMorning(scopeOf('root'), platform, at)
  return { ...installation, insert, insertCompany, insertNumber, read }
}

describe('numbers', () => {
  test('an outage that was announced is listed with its start and reason; ended, short and disabled ones are not', async () => {
    const { insert, insertCompany, insertNumber, read } = await openProvider()
    const outage = async (values: object, status: 0 | 1 = 1) => {
      const { id: companyId, name } = await insertCompany({ status })
      const whatsappId = await insertNumber(companyId, 'Vendas')
      const row = {
        companyId,
        whatsappId,
        reason: 'loggedOut',
        startedAt: ago(90),
        endedAt: null,
        announced: 1,
      } as const
      await insert('connection_outages', { ...row, ...values })
      return { company: name, companyId, whatsappId }
    }
    const down = await outage({})
    const older = await outage({ startedAt: ago(3 * day), reason: 'banned' })
    await outage({ endedAt: ago(1) })
    await outage({ announced: 0 })
    await outage({}, 0)
    const { numbers } = await read()
    expect(numbers).toEqual({
      count: 2,
      rows: [
        { ...older, name: 'Vendas', kind: 'down', reason: 'banned', since: ago(3 * day), until: null },
        { ...down, name: 'Vendas', kind: 'down', reason: 'loggedOut', since: ago(90), until: null },
      ],
    })
  })

  test('a restriction is listed while WhatsApp reports it, since its alert', async () => {
    const { insert, insertCompany, insertNumber, read } = await openProvider()
    const until = ago(-2 * day)
    const restricted = async (kind: 'timeLock' | 'quota' | 'refused', limits: object, end: string | null = until) => {
      const { id: companyId } = await insertCompany()
      const whatsappId = await insertNumber(companyId, kind)
      await insert('connection_health', {
        companyId,
        whatsappId,
        lastInAt: null,
        lastOutAt: null,
        limits: JSON.stringify(limits),
      })
      const alert = { companyId, whatsappId, kind, event: kind, until: end }
      await insert('number_alerts', { ...alert, since: ago(300) })
      return whatsappId
    }
    const lock = (active: boolean, end: string | null) => ({ reachOut: { active, until: end, kind: '' } })
    const locked = await restricted('timeLock', lock(true, until))
    const endless = await restricted('timeLock', lock(true, null), null)
    await restricted('timeLock', lock(false, null)) // lifted before its end
    await restricted('timeLock', lock(true, ago(1)), ago(1))
    const newChats = { status: 'NONE', used: 50, total: 50, endsAt: until }
    const full = await restricted('quota', { newChats })
    await restricted('quota', { newChats: { ...newChats, used: 1 } })
    const refused = await restricted('refused', {}, ago(-30))
    await restricted('refused', {}, ago(1))
    const { numbers } = await read()
    const found = numbers.rows.map(({ whatsappId, kind, since, until }) => [whatsappId, kind, since, until])
    expect(found.toSorted()).toEqual(
      [
        [locked, 'timeLock', ago(300), until],
        [endless, 'timeLock', ago(300), null],
        [full, 'quota', ago(300), until],
        [refused, 'refused', ago(300), ago(-30)],
      ].toSorted(),
    )
  })
})

describe('bills', () => {
  test('an open invoice of an active company is late from the day after its due date', async () => {
    const { insert, insertCompany, read } = await openProvider()
    const invoice = async (values: object, company: object = {}) => {
      const { id: companyId, name } = await insertCompany({ dueDate: '2026-05-10', ...company })
      const row = {
        companyId,
        detail: 'Plano 1',
        value: 3000,
        dueDate: '2026-05-10',
        status: 'open',
        paidAt: null,
      } as const
      await insert('invoices', { ...row, ...values })
      return name
    }
    const late = await invoice({})
    const yesterday = await invoice({ dueDate: '2026-05-14', value: 500 })
    await invoice({ dueDate: '2026-05-15' })
    await invoice({ status: 'paid', paidAt: ago(5) })
    await invoice({ dueDate: '2025-12-01' }) // long gone
    await invoice({}, { status: 0 })
    await invoice({}, { trialExpiration: '2026-05-10' })
    const own = {
      companyId: companies.provider as CompanyId,
      detail: 'x',
      value: 9,
      status: 'open',
      paidAt: null,
    } as const
    await insert('invoices', { ...own, dueDate: '2026-05-01' })
    const { invoices } = await read()
    expect(invoices).toMatchObject({
      ...{ count: 2, cents: 3500 },
      rows: [
        { company: late, value: 3000, dueDate: '2026-05-10', daysLate: 5 },
        { company: yesterday, value: 500, daysLate: 1 },
      ],
    })
    expect(invoices.rows).toHaveLength(2)
  })

  test('a trial is listed from three days before its last day to fourteen days after it', async () => {
    const { insertCompany, read } = await openProvider()
    const trial = (trialExpiration: string, values: object = {}) =>
      insertCompany({ trialExpiration, dueDate: trialExpiration, ...values })
    await trial('2026-05-19')
    const soon = await trial('2026-05-18')
    const today = await trial('2026-05-15')
    const over = await trial('2026-05-01')
    await trial('2026-04-30')
    await trial('2026-05-15', { status: 0 })
    const { trials } = await read()
    expect(trials.rows.map(({ companyId, daysLeft }) => [companyId, daysLeft])).toEqual([
      [over.id, -14],
      [today.id, 0],
      [soon.id, 3],
    ])
  })

  test('companies since the beginning of yesterday are new', async () => {
    const { insertCompany, read } = await openProvider()
    await insertCompany({ createdAt: '2026-05-14T02:59:59.000Z' })
    const first = await insertCompany({ createdAt: '2026-05-14T03:00:00.000Z', trialExpiration: '2026-06-01' })
    const last = await insertCompany({ createdAt: '2026-05-15T14:00:00.000Z' })
    const { newCompanies } = await read()
    const fixtures = Object.values(companies) as number[] // created at the real time of the test
    expect(newCompanies.rows.filter(({ companyId }) => !fixtures.includes(companyId))).toEqual([
      { companyId: last.id, company: last.name, plan: 'Plano 1', createdAt: '2026-05-15T14:00:00.000Z', trial: false },
      { companyId: first.id, company: first.name, plan: 'Plano 1', createdAt: '2026-05-14T03:00:00.000Z', trial: true },
    ])
  })

  test('revenue counts payments by calendar month of the time zone, and what began and ended', async () => {
    const { insert, insertCompany, read, store } = await openProvider()
    const annual = { name: 'Anual', users: 1, connections: 1, queues: 1, value: 12_000, isPublic: 1 } as const
    const flags = { useCampaigns: 0, useSchedules: 0, useInternalChat: 0, useExternalApi: 0 } as const
    await insert('plans', { id: 9, ...annual, ...flags, useKanban: 0, useOpenAi: 0, useIntegrations: 0 })
    await store.write(({ kysely }) =>
      kysely
        .updateTable('companies')
        .set({ status: 0 })
        .where('id', '<', 4 as never)
        .execute(),
    )
    const paying = await insertCompany({ dueDate: '2026-05-20' })
    const yearly = await insertCompany({ dueDate: '2026-09-01', planId: 9, recurrence: 'ANUAL' })
    await insertCompany({ dueDate: '2026-05-02' }) // has not renewed
    await insertCompany({ dueDate: '2026-05-30', trialExpiration: '2026-05-30' })
    let due = 0
    const paid = (companyId: CompanyId, value: number, paidAt: string) =>
      insert('invoices', { companyId, detail: 'x', value, paidAt, status: 'paid', dueDate: `2026-01-${10 + due++}` })
    await paid(paying.id, 1000, '2026-05-01T02:59:00.000Z') // still April in São Paulo
    await paid(paying.id, 200, '2026-04-15T14:00:00.000Z')
    await paid(paying.id, 3000, '2026-05-01T03:00:00.000Z')
    await paid(yearly.id, 40, '2026-05-15T14:00:00.000Z')
    const own = companies.provider as CompanyId // counts in no bill
    await paid(own, 70_000, '2026-05-10T14:00:00.000Z')
    const { revenue } = await read()
    expect(revenue.months.slice(-3)).toEqual([
      { month: '2026-03', invoices: 0, cents: 0 },
      { month: '2026-04', invoices: 2, cents: 1200 },
      { month: '2026-05', invoices: 2, cents: 3040 },
    ])
    expect(revenue).toMatchObject({
      before: { invoices: 1, cents: 200 },
      monthly: { companies: 2, cents: 3000 + 1000 },
      began: 1,
      ended: { companies: 1, cents: 3000 },
    })
    await store.write(({ kysely }) =>
      kysely.insertInto('installation').values({ key: 'graceDays', value: '15' }).execute(),
    )
    const { revenue: inGrace } = await read() // the second of May and fifteen days are not over
    expect(inGrace).toMatchObject({ monthly: { companies: 3 }, ended: { companies: 0, cents: 0 } })
  })
})

test('parked jobs are counted by company and name, and failing receivers have their name, without contents', async () => {
  const { insert, insertCompany, read } = await openProvider()
  const { id: companyId, name: company } = await insertCompany()
  const job = { companyId, payload: '{"messageId":1}', lane: null, waitsFor: null, lockedAt: null, runAt: ago(60) }
  const parked = { ...job, state: 'failed', lastError: 'secret of a customer' } as const
  await insert(
    'jobs',
    { ...parked, name: 'flow.call', failedAt: ago(50) },
    { ...parked, name: 'flow.call', failedAt: ago(20) },
  )
  await insert('jobs', { ...parked, name: 'media.fetch', failedAt: ago(8 * day) })
  await insert('jobs', { ...job, name: 'media.fetch', failedAt: null, lastError: null })
  const webhook = { companyId, url: 'https://secret.test', events: '[]', secretSealed: null, disabledReason: null }
  await insert('webhooks', { id: 7, name: 'Loja', ...webhook })
  const receiver = { companyId, source: 'webhook', pausedUntil: null } as const
  await insert('delivery_receivers', { ...receiver, sourceId: 7, failures: 5, failingSince: ago(400) })
  await insert('delivery_receivers', { ...receiver, sourceId: 8, failures: 1, failingSince: ago(4) })
  await insert('delivery_receivers', { ...receiver, sourceId: 9, failures: 0, failingSince: null })
  const morning = await read()
  expect(morning.jobs).toEqual({ count: 1, rows: [{ companyId, company, job: 'flow.call', jobs: 2, lastAt: ago(20) }] })
  expect(morning.webhooks).toEqual({
    count: 1,
    rows: [{ companyId, company, source: 'webhook', name: 'Loja', failures: 5, since: ago(400) }],
  })
  expect(JSON.stringify(morning)).not.toContain('secret')
})

test('free space is stored once a day, and its trend tells when the disk is full', async () => {
  const { platform, insert, ports } = await openProvider()
  const { name, readFigures } = ports.node
  const free = 100_000
  ports.node.readFigures = () => ({ ...readFigures(), diskFreeBytes: free, diskBytes: 900_000 })
  expect(await readDisks(platform, new Date(now))).toMatchObject([
    { node: name, freeBytes: free, totalBytes: 900_000, bytesPerDay: null, fullInDays: null },
  ])
  await insert('disk_days', { day: '2026-05-05', node: name, freeBytes: 200_000, totalBytes: 900_000 })
  await insert('disk_days', { day: '2026-04-01', node: name, freeBytes: 900_000, totalBytes: 900_000 })
  await storeDiskDay(platform, new Date(now - 3_600_000))
  await storeDiskDay(platform, new Date(now))
  const rows = await platform.db.selectFrom('disk_days').selectAll().orderBy('day').execute()
  expect(rows.map(({ day, freeBytes }) => [day, freeBytes])).toEqual([
    ['2026-05-05', 200_000],
    ['2026-05-15', free],
  ])
  expect(await readDisks(platform, new Date(now))).toMatchObject([{ bytesPerDay: 10_000, fullInDays: 10 }])
})

test('the last backup is told with the attempts that failed since then', async () => {
  const { ports, platform, read } = await openProvider()
  expect((await read()).backup).toEqual({ kind: 'off', at: null, failures: 0 })
  ports.backups = { ...ports.backups, plan: { place: 'folder', encryption: 'key' } }
  expect((await read()).backup).toEqual({ kind: 'on', at: null, failures: 0 })
  const failed = { made: null, problem: 'full', damaged: 0, kept: null, local: [] }
  const end = new Date(now)
  const store = (report: object) =>
    platform.transaction(({ handle }) => storeReport(handle, { ...failed, ...report } as never, end, end))
  await store({ made: { id: 'b1', size: 5 }, problem: null })
  await store({})
  expect((await read()).backup).toEqual({ kind: 'on', at: end.toISOString(), failures: 1 })
})

test.each<[string, BackupAge, boolean]>([
  ['of yesterday', { kind: 'on', at: ago(day), failures: 0 }, false],
  ['of the day before yesterday', { kind: 'on', at: ago(2 * day), failures: 0 }, true],
  ['whose next one failed', { kind: 'on', at: ago(day), failures: 1 }, true],
  ['that was never made', { kind: 'on', at: null, failures: 0 }, true],
  ['that is switched off', { kind: 'off', at: null, failures: 0 }, true],
  ['of the database server', { kind: 'server', at: null, failures: 0 }, false],
])('a backup %s: late or not', (_, backup, isLate) => {
  expect(isBackupLate(backup, now)).toBe(isLate)
})

describe('the table of companies', () => {
  async function openTable() {
    const provider = await openProvider()
    const { insertCompany, insert, platform, clientAs } = provider
    const made: { id: CompanyId; name: string }[] = []
    for (let at = 0; at < 45; at++) made.push(await insertCompany({ dueDate: `2098-01-${10 + (at % 5)}` }))
    for (const [at, { id: companyId }] of made.entries())
      for (let n = 0; n < at % 3; n++)
        await insert('queues', { companyId, name: `Setor ${n}`, color: '#000', orderQueue: n } as never)
    await countCompanies(platform)
    const readAll = async (query: object) => {
      const rows: { id: number; name: string }[] = []
      for (let cursor: string | undefined, more = true; more; ) {
        const { data } = await clientAs('root').morning.companies.get({ query: { ...query, cursor } })
        rows.push(...(data?.companies ?? []))
        more = data?.hasMore ?? false
        cursor = data?.next ?? undefined
      }
      return rows
    }
    return { ...provider, made, readAll }
  }

  test.each(['name', 'activity', 'use', 'due'] as const)(
    'sorted by %s, both ways, pages hold each company once',
    async (sort) => {
      const { readAll, made } = await openTable()
      const all = await readAll({ sort, order: 'asc' })
      expect(all.map(({ id }) => id).toSorted()).toEqual(
        [...Object.values(companies), ...made.map(({ id }) => id)].toSorted(),
      )
      expect((await readAll({ sort, order: 'desc' })).map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed())
    },
  )

  test('counts what a company uses and when it was last active; a second run writes nothing', async () => {
    const { insert, insertCompany, insertNumber, platform, clientAs, store } = await openProvider()
    const { id: companyId, name } = await insertCompany()
    const user = { companyId, email: '', passwordHash: '', profile: 'user', whatsappId: null, language: null } as const
    for (let n = 0; n < 9; n++)
      await insert('users', { ...user, name: `P${n}`, email: `p${n}@x.test`, lastSeenAt: n === 3 ? ago(60) : null })
    await insert('users', { ...user, name: 'S', email: 's@x.test', support: 1, lastSeenAt: ago(1) })
    const whatsappId = await insertNumber(companyId, 'Vendas')
    await insert('connection_health', { companyId, whatsappId, lastInAt: ago(90), lastOutAt: ago(30) })
    const file = { companyId, originalName: 'a', mime: 'image/png', sha256: 'x' }
    await insert('media', { ...file, id: 'm1', size: 950_000, path: 'x' })
    await insert('installation', { key: 'mediaQuota', value: '1' })
    await countCompanies(platform)
    const { data } = await clientAs('root').morning.companies.get({ query: { search: name } })
    expect(data?.companies).toMatchObject([
      {
        ...{ name, percent: 95, activeAt: ago(30), problems: ['use'] },
        ...{ users: { used: 9, limit: 10 }, connections: { used: 1, limit: 10 }, queues: { used: 0, limit: 10 } },
        storage: { used: 950_000, limit: 1_000_000 },
      },
    ])
    const writes = store.write
    let written = 0
    store.write = (...args) => {
      written++
      return writes.apply(store, args as never) as never
    }
    await countCompanies(platform)
    expect(written).toBe(0)
  })

  test('the filter shows the companies of the parts above it, and the search ignores accents', async () => {
    const { insertCompany, clientAs, platform } = await openProvider()
    const today = new Date().toISOString().slice(0, 10)
    await insertCompany({ name: 'Padaria São João', trialExpiration: today, dueDate: today })
    await insertCompany({ name: 'Ótica' })
    await countCompanies(platform)
    const names = async (query: object) =>
      (await clientAs('root').morning.companies.get({ query })).data?.companies.map(({ name }) => name)
    expect(await names({ attention: true })).toEqual(['Padaria São João'])
    expect(await names({ search: 'sao joao' })).toEqual(['Padaria São João'])
    expect(await names({ search: 'otica', attention: true })).toEqual([])
  })

  test('an invalid cursor is refused', async () => {
    const { clientAs } = await openProvider()
    for (const query of [{ cursor: 'x' }, { sort: 'use', cursor: '1|many' }] as const)
      expect((await clientAs('root').morning.companies.get({ query })).status).toBe(422)
  })
})
