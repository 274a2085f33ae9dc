import { expect, test } from 'bun:test'
import { compareDashboard } from '../../../src/features/inbox/dashboard/compare'
import { exportDashboard } from '../../../src/features/inbox/dashboard/export'
import { listFigureConversations } from '../../../src/features/inbox/dashboard/figure-conversations'
import type { FigureQuery } from '../../../src/features/inbox/dashboard/part-model'
import { listParts, readParts } from '../../../src/features/inbox/dashboard/parts'
import { exportParts } from '../../../src/features/inbox/dashboard/parts-export'
import { getDashboard } from '../../../src/features/inbox/dashboard/service'
import { readTeam } from '../../../src/features/inbox/team/read'
import { type ReportPart, reportPartNames, reportParts } from '../../../src/shared/report-figures'
import { createInstallation, type Name, people } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { recordStatements } from '../../recorded-statements'

const period = { date_from: '2026-03-02', date_to: '2026-03-03' }
const at = (day: number, time: string) => `2026-03-0${day}T${time}:00.000Z`

interface Attendance {
  began: string
  accepted?: string
  answered?: string
  finished?: string
  queueId?: number | null
  userId?: number | null
  rate?: number
  late?: number
  robotUntil?: string
}

/** Company in UTC with two numbers, two tags, a campaign, six attendances of five tickets, and two live tickets. */
async function createReport() {
  const installation = await createInstallation()
  const { acme, rival, insertConnection, insertTicket, store } = installation
  await store.write(async ({ kysely }) => kysely.updateTable('companies').set({ timeZone: 'UTC' }).execute())
  const [shop, stock] = [(await insertConnection()).id, (await insertConnection()).id]
  const tickets: number[] = []
  for (const whatsappId of [shop, shop, stock, stock, stock])
    tickets.push((await insertTicket({ status: 'closed', whatsappId, queueId: 1 })).id)
  const attend = (tenant: typeof acme, ticketId: number, row: Attendance) =>
    tenant.transaction((tx) =>
      tx
        .insert('attendances', {
          ...{ ticketId, createdAt: row.began, queuedAt: row.began, botEndedAt: row.robotUntil ?? null },
          ...{
            startedAt: row.accepted ?? null,
            firstResponseAt: row.answered ?? null,
            finishedAt: row.finished ?? null,
          },
          ...{
            userId: row.userId ?? null,
            queueId: row.queueId === undefined ? 1 : row.queueId,
            rate: row.rate ?? null,
          },
          ...{ nextAnswersLate: row.late ?? 0, ratingSentAt: null, ratedAt: null, reason: null },
        })
        .execute(),
    )
  const { bob, caio } = people
  const [first, second, third, fourth, fifth] = tickets as [number, number, number, number, number]
  await attend(acme, first, {
    began: at(1, '23:59'),
    accepted: at(2, '00:00'),
    answered: at(2, '00:01'),
    finished: at(2, '10:00'),
    userId: bob.id,
    rate: 3,
  })
  await attend(acme, first, {
    began: at(2, '11:00'),
    accepted: at(2, '11:10'),
    answered: at(2, '11:20'),
    finished: at(2, '12:00'),
    userId: bob.id,
    rate: 2,
    late: 3,
  })
  await attend(acme, second, {
    began: at(2, '12:00'),
    robotUntil: at(2, '12:30'),
    accepted: at(2, '12:40'),
    answered: at(2, '12:50'),
    finished: at(3, '09:00'),
    userId: caio.id,
    queueId: 2,
    late: 1,
  })
  await attend(acme, third, { began: at(3, '11:00'), finished: at(3, '11:30'), queueId: null })
  await attend(acme, fourth, { began: at(3, '23:59'), queueId: 77, userId: 9_999 })
  await attend(acme, fifth, { began: at(4, '00:00'), userId: bob.id })
  const elsewhere = await insertTicket({}, 'rival')
  await attend(rival, elsewhere.id, { began: at(2, '11:00'), finished: at(2, '12:00'), late: 1 })
  return { ...installation, shop, stock, tickets: { first, second, third, fourth, fifth } }
}

type Report = Awaited<ReturnType<typeof createReport>>

async function tagTickets({ acme, tickets }: Report) {
  return acme.transaction(async (tx) => {
    const ids: number[] = []
    for (const name of ['vip', 'novo']) {
      const { id } = await tx
        .insert('tags', { name, searchText: name, color: '#0a7f55' } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.push(id)
    }
    const [vip, novo] = ids as [number, number]
    await tx
      .insert('ticket_tags', [
        { ticketId: tickets.first, tagId: vip },
        { ticketId: tickets.first, tagId: novo },
        { ticketId: tickets.second, tagId: vip },
      ])
      .execute()
    return { vip, novo }
  })
}

const facts = ({
  began,
  finished,
  avgResponseTime,
  late,
  rating,
  ratings,
}: Awaited<ReturnType<typeof readParts>>[number]) => [...[began, finished, avgResponseTime, late, rating, ratings]]
const byId = async (report: Report, by: ReportPart, who: Name = 'ana') =>
  Object.fromEntries((await readParts(report.scopeOf(who), by, period)).map((part) => [part.id, facts(part)]))

test('conversations are counted by queue, person and number, as counted by hand', async () => {
  const report = await createReport()
  // Began, finished, first answer in minutes, late, rating, number of ratings.
  expect(await byId(report, 'queue')).toEqual({
    1: [1, 2, 11, 1, 2.5, 2],
    2: [1, 1, 20, 1, null, 0],
    0: [2, 1, null, 0, null, 0], // one without a queue, one in a deleted queue
  })
  expect(await byId(report, 'person')).toEqual({
    [people.bob.id]: [1, 2, 11, 1, 2.5, 2],
    [people.caio.id]: [1, 1, 20, 1, null, 0],
    0: [2, 1, null, 0, null, 0],
  })
  expect(await byId(report, 'number')).toEqual({
    [report.shop]: [2, 3, 14, 2, 2.5, 2],
    [report.stock]: [2, 1, null, 0, null, 0],
  })
  expect(await byId(report, 'queue', 'sara')).toEqual({ 1: [1, 2, 11, 1, 2.5, 2] })
})

test('a conversation counts in each of its tags, and those without in none', async () => {
  const report = await createReport()
  const { vip, novo } = await tagTickets(report)
  expect(await byId(report, 'tag')).toEqual({
    [vip]: [2, 3, 14, 2, 2.5, 2],
    [novo]: [1, 2, 11, 1, 2.5, 2],
    0: [2, 1, null, 0, null, 0],
  })
})

test('a campaign counts the conversation in which its answer arrived, and no earlier or later one', async () => {
  const report = await createReport()
  const campaignId = await report.acme.transaction(async (tx) => {
    const row = { name: 'Páscoa', searchText: 'pascoa', status: 'CANCELADA', whatsappId: report.shop }
    const { id } = await tx
      .insert('campaigns', row as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const recipient = {
      campaignId: id,
      number: '5511999990001',
      name: '',
      jid: '',
      variant: 1,
      text: '',
      state: 'sent',
    }
    const times = { dueAt: at(2, '08:00'), sentAt: at(2, '08:00'), answeredAt: at(2, '11:00') }
    await tx
      .insert('campaign_recipients', { ...recipient, ...times, ticketId: report.tickets.first } as never)
      .execute()
    return id
  })
  expect(await byId(report, 'campaign')).toEqual({ [campaignId]: [1, 1, 20, 1, 2, 1] })
  const { count } = await listFigureConversations(report.scopeOf('ana'), { ...period, figure: 'began', campaignId })
  expect(count).toBe(1)
})

test('a conversation with two answers to one campaign counts once, also in the averages', async () => {
  const report = await createReport()
  const campaignId = await report.acme.transaction(async (tx) => {
    const row = { name: 'Páscoa', searchText: 'pascoa', status: 'CANCELADA', whatsappId: report.shop }
    const { id: campaignId } = await tx
      .insert('campaigns', row as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const sent = { campaignId, name: '', jid: '', variant: 1, text: '', state: 'sent', ticketId: report.tickets.first }
    const times = { dueAt: at(2, '08:00'), sentAt: at(2, '08:00'), answeredAt: at(2, '11:00') }
    for (const number of ['5511999990001', '5511999990002'])
      await tx.insert('campaign_recipients', { ...sent, ...times, number } as never).execute()
    const other = { ...sent, ticketId: report.tickets.second, number: '5511999990003' }
    const answered = { dueAt: at(2, '08:00'), sentAt: at(2, '08:00'), answeredAt: at(2, '12:00') }
    await tx.insert('campaign_recipients', { ...other, ...answered } as never).execute()
    await tx.update('attendances').set({ rate: 3 }).where('ticketId', '=', report.tickets.second).execute()
    // The first answer 50 minutes after the robot's part, beside one of 20 minutes.
    const answeredAt = { firstResponseAt: at(2, '13:20') }
    await tx.update('attendances').set(answeredAt).where('ticketId', '=', report.tickets.second).execute()
    return campaignId
  })
  expect(await byId(report, 'campaign')).toEqual({ [campaignId]: [2, 2, 35, 2, 2.5, 2] })
  const { count } = await listFigureConversations(report.scopeOf('ana'), { ...period, figure: 'rated', campaignId })
  expect(count).toBe(2)
})

test('counters, tables, hours and the lists behind them show the same numbers', async () => {
  const report = await createReport()
  await tagTickets(report)
  for (const who of ['ana', 'sara'] as const) {
    const scope = report.scopeOf(who)
    const count = async (query: Omit<FigureQuery, 'date_from' | 'date_to'>) => {
      const { conversations, count } = await listFigureConversations(scope, { ...period, ...query })
      expect(conversations).toHaveLength(count)
      return count
    }
    const { counters, hours } = await compareDashboard(scope, period)
    const { supportBegan, supportFinished, supportLate, ratings } = counters
    const shown = [supportBegan, supportFinished, supportLate, ratings]
    const listed = await Promise.all(
      (['began', 'finished', 'late', 'rated'] as const).map((figure) => count({ figure })),
    )
    expect([who, listed]).toEqual([who, shown])
    expect(shown).toEqual(who === 'ana' ? [4, 4, 2, 2] : [1, 2, 1, 2])
    for (const by of reportPartNames)
      for (const part of await readParts(scope, by, period)) {
        const filter = { [reportParts[by]]: part.id }
        const found = [await count({ figure: 'began', ...filter }), await count({ figure: 'finished', ...filter })]
        expect([who, by, part.id, ...found]).toEqual([who, by, part.id, part.began, part.finished])
        expect(await count({ figure: 'late', ...filter })).toBe(part.late)
        expect(await count({ figure: 'rated', ...filter })).toBe(part.ratings)
      }
    for (const { weekday, hour, began, waits } of hours) {
      expect(await count({ figure: 'began', weekday, hour })).toBe(began)
      expect(await count({ figure: 'waited', weekday, hour })).toBe(waits)
    }
  }
})

test('numbers of the moment equal the lists behind them', async () => {
  const { scopeOf, insertTicket, acme, insertConnection } = await createInstallation()
  const { id: whatsappId } = await insertConnection()
  for (const [status, chatbot, queueId] of [
    ['open', 0, 1],
    ['open', 0, 2],
    ['pending', 0, 1],
    ['pending', 1, 1],
  ] as const) {
    const { id: ticketId } = await insertTicket({ status, queueId, whatsappId, userId: status === 'open' ? 3 : null })
    const targetDueAt = new Date(Date.now() + (status === 'open' ? -3_600_000 : 3_600_000)).toISOString()
    await acme.transaction((tx) =>
      tx.update('tickets').set({ chatbot, targetDueAt }).where('id', '=', ticketId).execute(),
    )
  }
  for (const [who, expected] of [
    ['ana', [2, 1, 1, 2]],
    ['sara', [1, 1, 1, 1]],
  ] as const) {
    const { counters } = await compareDashboard(scopeOf(who), { days: 1 })
    const listed = await Promise.all(
      (['happening', 'pending', 'withRobot', 'lateNow'] as const).map(
        async (figure) => (await listFigureConversations(scopeOf(who), { figure })).count,
      ),
    )
    expect([who, listed]).toEqual([who, [...expected]])
    const { supportHappening, supportPending, supportRobot, supportLateNow } = counters
    expect([supportHappening, supportPending, supportRobot, supportLateNow]).toEqual([...expected])
    const { queues } = await readTeam(scopeOf(who))
    expect(queues.reduce((sum, { late }) => sum + late, 0)).toBe(supportLateNow)
  }
})

test('a list of conversations is read in pages without gaps or repetitions', async () => {
  const report = await createReport()
  for (let n = 0; n < 90; n++)
    await report.acme.transaction((tx) =>
      tx
        .insert('attendances', {
          ...{ ticketId: report.tickets.third, createdAt: at(2, '15:00'), queuedAt: null, startedAt: null },
          ...{ firstResponseAt: null, finishedAt: at(2, '16:00'), userId: null, queueId: 1, rate: null },
          ...{ ratingSentAt: null, ratedAt: null, reason: null },
        })
        .execute(),
    )
  const ids: number[] = []
  let cursor: string | undefined
  do {
    const page = await listFigureConversations(report.scopeOf('ana'), { ...period, figure: 'finished', cursor })
    expect(page.count).toBe(94)
    ids.push(...page.conversations.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  expect([ids.length, new Set(ids).size]).toEqual([94, 94])
})

test('parts are sorted by any column, missing values last in both directions', async () => {
  const report = await createReport()
  const ids = async (sort: 'avgResponseTime' | 'finished' | 'name', order?: 'asc' | 'desc') =>
    (await listParts(report.scopeOf('ana'), { ...period, by: 'queue', sort, order })).parts.map(({ id }) => id)
  expect(await ids('avgResponseTime')).toEqual([2, 1, 0])
  expect(await ids('avgResponseTime', 'asc')).toEqual([1, 2, 0])
  expect(await ids('finished')).toEqual([1, 0, 2])
  expect(await ids('name')).toEqual([0, 1, 2])
})

test('parts are exported in the order of the page, with the numbers of the page', async () => {
  const report = await createReport()
  const file = await exportParts(report.scopeOf('ana'), { ...period, by: 'queue' })
  expect(file.headers.get('content-disposition')).toContain('filename="resultados-queue-2026-03-02-2026-03-03.csv"')
  expect((await file.text()).split('\r\n')).toEqual([
    '\ufeffSetor;Novos;Encerrados;Primeira resposta média (min);Encerrados com resposta atrasada;Avaliação média (1 a 3);Avaliações',
    'Suporte;1;2;11;1;2,5;2',
    'Sem Setor;2;1;;0;;0',
    'Vendas;1;1;20;1;;0',
    '',
  ])
})

test('hours are exported with the names of the weekdays', async () => {
  const report = await createReport()
  const scope = report.scopeOf('ana')
  const file = await exportDashboard(scope, await getDashboard(scope, period), { table: 'hours' })
  const [head, first] = (await file.text()).split('\r\n')
  expect([head, first]).toEqual(['\ufeffDia da semana;Hora;Novos;Espera média (min)', 'segunda;0;0;1'])
})

sqliteTest.each([
  ['ana', 'began', ['attendances_began']],
  ['sara', 'finished', ['attendances_finished']],
  ['ana', 'waited', ['attendances_started']],
  ['ana', 'answered', ['attendances_answered']],
  ['ana', 'robot', ['attendances_robot']],
] as const)('the list of %s of %s reads the index of its time', async (who, figure, indexes) => {
  const { store, scopeOf } = await createReport()
  const read = () => scopeOf(who).transaction((scope) => listFigureConversations(scope, { ...period, figure }))
  expect(await indexesOf(store, read)).toEqual([...indexes])
})

sqliteTest.each(reportPartNames)('the division by %s reads the indexes of its times', async (by) => {
  const { store, scopeOf } = await createReport()
  const read = () => scopeOf('sara').transaction((scope) => listParts(scope, { ...period, by }))
  expect(await indexesOf(store, read)).toEqual(['attendances_began', 'attendances_finished'])
})

sqliteTest('outcomes of a period are counted from an index of their own', async () => {
  const { store, scopeOf } = await createReport()
  const read = () => scopeOf('ana').transaction((scope) => getDashboard(scope, period))
  expect(await indexesOf(store, read)).toContain('attendances_outcome')
})

/** Names of the indexes by which the statements of a unit of work read attendances. */
async function indexesOf(store: Report['store'], work: () => Promise<unknown>) {
  const statements = await recordStatements(store, work)
  const plans = statements
    .filter(({ text }) => text.includes('"attendances"') && text.startsWith('select'))
    .flatMap(
      ({ text }) => store.raw.statements.sqlite.query(`explain query plan ${text}`).all() as { detail: string }[],
    )
  const used = plans.flatMap(({ detail }) => /^(?:SEARCH|SCAN) attendances\b.*INDEX (\w+)/.exec(detail)?.[1] ?? [])
  return [...new Set(used)].sort()
}

test('a supervisor opens only conversations that are still where the supervisor sees them', async () => {
  const report = await createReport()
  await report.acme.transaction((tx) =>
    tx.update('tickets').set({ queueId: 2 }).where('id', '=', report.tickets.first).execute(),
  )
  const query = { ...period, figure: 'finished', queueId: 1 } as const
  const list = async (who: Name) => (await listFigureConversations(report.scopeOf(who), query)).conversations
  expect((await list('sara')).map(({ isSeen, contact }) => [isSeen, contact !== ''])).toEqual([
    [false, true],
    [false, true],
  ])
  expect((await list('ana')).map(({ isSeen }) => isSeen)).toEqual([true, true])
  const narrowed = report.scopeOf('sara')
  Object.assign(narrowed.viewer, { withheld: ['allTickets'] })
  const { conversations } = await listFigureConversations(narrowed, query)
  expect(conversations.map(({ contact }) => contact)).toEqual(['', ''])
})
