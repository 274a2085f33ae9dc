import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { addDays, dayIn, dayStart } from '../../../src/core/time'
import { ticketsDay, ticketsUsers } from '../../../src/features/inbox/dashboard/charts'
import { storeDaysBefore, storeFinishedDays } from '../../../src/features/inbox/dashboard/days'
import { exportDashboard } from '../../../src/features/inbox/dashboard/export'
import type { Dashboard } from '../../../src/features/inbox/dashboard/model'
import { hoursOf, periodOf } from '../../../src/features/inbox/dashboard/period'
import { getDashboard } from '../../../src/features/inbox/dashboard/service'
import { createTicket, deleteTicket } from '../../../src/features/inbox/tickets/create'
import { acceptTicket, closeTicket } from '../../../src/features/inbox/tickets/state/change'
import { createInstallation, errorAnswer, people } from '../../installation'

const minute = 60_000
const zones = ['America/Sao_Paulo', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'Africa/Cairo', 'UTC']

interface Row {
  createdAt: string
  queuedAt: string | null
  botEndedAt?: string | null
  startedAt: string | null
  firstResponseAt: string | null
  finishedAt: string | null
  userId: number | null
  queueId: number | null
  rate: number | null
  answerDueAt?: string | null
  resolutionDueAt?: string | null
}

/** Installation in a time zone with the given attendance rows, each of its own ticket. */
async function createAttendances(timeZone: string, rows: Row[] = []) {
  const installation = await createInstallation()
  await installation.store.write(async ({ kysely }) => kysely.updateTable('companies').set({ timeZone }).execute())
  if (rows.length > 0) {
    const { id: whatsappId } = await installation.insertConnection('acme')
    const tickets: number[] = []
    for (const _ of rows) tickets.push((await installation.insertTicket({ status: 'closed', whatsappId })).id)
    await installation.acme.transaction((tx) =>
      tx
        .insert(
          'attendances',
          rows.map((row, at) => ({ ...row, ticketId: tickets[at]!, ratingSentAt: null, ratedAt: null, reason: null })),
        )
        .execute(),
    )
  }
  const dashboard = (query: object, now?: Date) => getDashboard(installation.scopeOf('ana'), query, now)
  return { ...installation, dashboard }
}

/** Attendance rows within about two weeks around changes of clocks; each timestamp may be missing. */
const someRows = fc
  .record({
    season: fc.constantFrom('2025-03-05T00:00:00Z', '2025-10-28T00:00:00Z', '2025-04-20T00:00:00Z'),
    rows: fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 14 * 24 * 60 }),
        asked: fc.option(fc.integer({ min: 0, max: 120 })),
        waited: fc.option(fc.integer({ min: 0, max: 900 })),
        answered: fc.option(fc.integer({ min: 0, max: 300 })),
        took: fc.option(fc.integer({ min: 0, max: 3000 })),
        seconds: fc.integer({ min: 0, max: 59 }),
        userId: fc.option(fc.constantFrom(people.ana.id, people.bob.id, people.caio.id)),
        queueId: fc.option(fc.constantFrom(1, 2, 99)),
        rate: fc.option(fc.constantFrom(1, 2, 3)),
      }),
      { maxLength: 25 },
    ),
  })
  .map(({ season, rows }) =>
    rows.map(({ at, asked, waited, answered, took, seconds, ...who }): Row => {
      const begin = Date.parse(season) + at * minute + seconds * 1000
      const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
      const after = (ms: number, minutes: number | null) => (minutes === null ? null : ms + minutes * minute)
      const robot = after(begin, asked)
      const start = after(robot ?? begin, waited)
      const response = start === null || answered === null ? null : start + answered * minute + 500
      const end = after(start ?? begin, took)
      return {
        ...who,
        createdAt: iso(begin)!,
        queuedAt: at % 5 === 0 ? null : iso(begin),
        botEndedAt: iso(robot),
        startedAt: iso(start),
        firstResponseAt: iso(response),
        finishedAt: iso(end),
      }
    }),
  )

/** Reference implementation: looks at each row alone and takes its day from the calendar. */
function computeNaively(rows: Row[], timeZone: string, from: string, to: string) {
  const on = (at: string | null) => {
    if (at === null) return false
    const day = dayIn(timeZone, new Date(at))
    return day >= from && day <= to
  }
  const waiting = rows.map((row) => ({ ...row, queuedAt: row.queuedAt && (row.botEndedAt ?? row.queuedAt) }))
  const spans = (list: Row[], a: keyof Row, b: keyof Row) =>
    list
      .filter((row) => row[a] !== null && row[b] !== null)
      .map((row) => Date.parse(row[b] as string) - Date.parse(row[a] as string))
  const average = (list: number[]) =>
    list.length === 0 ? null : Math.round(list.reduce((a, b) => a + b, 0) / list.length / minute)
  const rank = (list: number[], share: number) =>
    list.map((ms) => Math.round(ms / minute)).sort((a, b) => a - b)[Math.ceil(share * list.length) - 1] ?? null
  const finished = rows.filter(({ finishedAt }) => on(finishedAt))
  const service = spans(finished, 'startedAt', 'finishedAt')
  const wait = spans(
    waiting.filter(({ startedAt }) => on(startedAt)),
    'queuedAt',
    'startedAt',
  )
  const robot = spans(
    rows.filter(({ botEndedAt }) => on(botEndedAt ?? null)),
    'queuedAt',
    'botEndedAt',
  )
  const allRates = finished.flatMap(({ rate }) => rate ?? [])
  const response = spans(
    waiting.filter(({ firstResponseAt }) => on(firstResponseAt)),
    'queuedAt',
    'firstResponseAt',
  )
  const work = (id: number) => {
    const own = finished.filter(({ userId }) => userId === id)
    const ownWaiting = waiting.filter(({ userId, finishedAt }) => userId === id && on(finishedAt))
    const rates = own.flatMap(({ rate }) => rate ?? [])
    const sum = rates.reduce((a, b) => a + b, 0)
    return {
      tickets: own.length,
      rating: rates.length === 0 ? null : Math.round((sum / rates.length) * 100) / 100,
      avgSupportTime: average(spans(own, 'startedAt', 'finishedAt')),
      avgWaitTime: average(spans(ownWaiting, 'queuedAt', 'startedAt')),
      avgResponseTime: average(spans(ownWaiting, 'queuedAt', 'firstResponseAt')),
    }
  }
  return {
    counters: {
      supportBegan: rows.filter(({ createdAt }) => on(createdAt)).length,
      supportFinished: finished.length,
      ...{ avgSupportTime: average(service), p50SupportTime: rank(service, 0.5), p90SupportTime: rank(service, 0.9) },
      ...{ avgBotTime: average(robot), p50BotTime: rank(robot, 0.5), p90BotTime: rank(robot, 0.9) },
      ratings: allRates.length,
      ...{ avgWaitTime: average(wait), p50WaitTime: rank(wait, 0.5), p90WaitTime: rank(wait, 0.9) },
      ...{ avgResponseTime: average(response), p50ResponseTime: rank(response, 0.5) },
      p90ResponseTime: rank(response, 0.9),
    },
    work,
    inQueue: (id: number) => finished.filter(({ queueId }) => queueId === id).length,
    began: (day: string) => rows.filter(({ createdAt }) => dayIn(timeZone, new Date(createdAt)) === day).length,
    ended: (day: string) => finished.filter(({ finishedAt }) => dayIn(timeZone, new Date(finishedAt!)) === day).length,
  }
}

function expectSameFigures(seen: Dashboard, rows: Row[], timeZone: string) {
  const { from, to } = seen.period
  const expected = computeNaively(rows, timeZone, from, to)
  expect(seen.counters).toMatchObject(expected.counters)
  for (const { id, ...attendant } of seen.attendants) expect(attendant).toMatchObject(expected.work(id))
  for (const { id, tickets } of seen.queues) if (id !== null) expect(tickets).toBe(expected.inQueue(id))
  expect(seen.queues.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(seen.counters.supportFinished)
  if (from === to) {
    expect(seen.moments.reduce((sum, { began }) => sum + began, 0)).toBe(seen.counters.supportBegan)
    expect(seen.moments.reduce((sum, { finished }) => sum + finished, 0)).toBe(seen.counters.supportFinished)
  } else
    for (const { day, began, finished } of seen.moments)
      expect([began, finished]).toEqual([expected.began(day), expected.ended(day)])
}

test('figures equal those of the reference implementation in every time zone, stored or computed', async () => {
  await fc.assert(
    fc.asyncProperty(
      someRows,
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 20 }),
      fc.nat(12),
      async (rows, zone, skip, length) => {
        const { dashboard, scopeOf } = await createAttendances(zone, rows)
        const first = (rows[0]?.createdAt ?? '2025-03-05').slice(0, 10)
        const from = addDays(first, skip - 10)
        const query = { date_from: from, date_to: addDays(from, length) }
        const fresh = await dashboard(query)
        expectSameFigures(fresh, rows, zone)
        await storeDaysBefore(scopeOf('ana'), addDays(query.date_to, -1)) // the last day stays unstored, as if not over
        expect(await dashboard(query)).toEqual(fresh)
      },
    ),
    { numRuns: 25 },
  )
}, 300_000)

describe('a period', () => {
  const lengths = (zone: string, query: object) =>
    periodOf(zone, query).days.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 3_600_000)

  test("is whole days in the company's time zone that end with today", () => {
    const { first, last, days } = periodOf('America/Sao_Paulo', { days: 3 }, new Date('2026-03-02T02:00:00Z'))
    expect([first, last]).toEqual(['2026-02-27', '2026-03-01'])
    expect(days.map(({ from }) => from)).toEqual([
      '2026-02-27T03:00:00.000Z',
      '2026-02-28T03:00:00.000Z',
      '2026-03-01T03:00:00.000Z',
    ])
    expect(days.at(-1)?.to).toBe('2026-03-02T03:00:00.000Z')
  })

  test('has days of 23 and 25 hours when clocks change', () => {
    expect(lengths('America/New_York', { date_from: '2025-03-08', date_to: '2025-03-10' })).toEqual([24, 23, 24])
    expect(lengths('America/New_York', { date_from: '2025-11-02', date_to: '2025-11-02' })).toEqual([25])
    const hours = (zone: string, day: string) =>
      hoursOf(zone, periodOf(zone, { date_from: day, date_to: day }).days[0]!)
    expect(hours('America/New_York', '2025-03-09').map(({ hour }) => hour)).not.toContain('02:00')
    expect(hours('America/New_York', '2025-11-02').filter(({ hour }) => hour === '01:00')).toHaveLength(2)
    const [first, second] = hours('Asia/Kolkata', '2025-05-05')
    expect([first?.from, second?.hour]).toEqual([dayStart('Asia/Kolkata', '2025-05-05'), '01:00'])
    // Cairo skips midnight on that day.
    expect(hours('Africa/Cairo', '2025-04-25')[0]?.hour).toBe('01:00')
  })

  test.each([
    [{}, 'days'],
    [{ days: 0 }, 'days'],
    [{ date_to: '2026-01-01' }, 'date_from'],
    [{ date_from: '2026-01-01' }, 'date_to'],
    [{ date_from: '2026-02-30', date_to: '2026-03-01' }, 'date_from'],
    [{ date_from: '2026-01-02', date_to: '2026-01-01' }, 'date_to'],
    [{ date_from: '2025-01-01', date_to: '2026-01-02' }, 'date_to'],
  ] as const)('%p is refused with the field %s', (query, field) => {
    expect(() => periodOf('UTC', query)).toThrow(expect.objectContaining({ detail: { fields: [field] } }))
  })
})

describe('the dashboard', () => {
  const today = { days: 1 }

  test('counts open, waiting and robot tickets now, and tickets by user and queue', async () => {
    const { dashboard, scopeOf, insertContact, insertTicket, acme } = await createAttendances('America/Sao_Paulo')
    await insertTicket({ status: 'pending', queueId: 1 })
    const robot = await insertTicket({ status: 'pending', queueId: 1 })
    await acme.transaction((tx) => tx.update('tickets').set({ chatbot: 1 }).where('id', '=', robot.id).execute())
    const { id } = await createTicket(scopeOf('bob'), { contactId: (await insertContact()).id, queueId: 1 })
    await closeTicket(scopeOf('bob'), id)
    await insertTicket({}, 'rival')
    const { counters, attendants, queues } = await dashboard(today)
    expect(counters).toMatchObject({ supportHappening: 0, supportPending: 1, supportRobot: 1 })
    expect(counters).toMatchObject({ supportBegan: 1, supportFinished: 1 })
    expect(counters).toMatchObject({ avgSupportTime: 0, avgWaitTime: null, p90ResponseTime: null })
    expect(attendants.find(({ name }) => name === 'Bob')).toMatchObject({ tickets: 1, rating: null, avgWaitTime: null })
    expect(queues).toMatchObject([
      { name: 'Suporte', tickets: 1 },
      { name: 'Vendas', tickets: 0 },
    ])
    await acme.transaction((tx) => tx.update('attendances').set({ rate: 2 }).execute())
    await acme.transaction((tx) => tx.update('users').set({ online: 1 }).where('name', '=', 'Bob').execute())
    expect((await dashboard(today)).attendants.find(({ name }) => name === 'Bob')).toMatchObject({
      rating: 2,
      online: true,
    })
    expect((await dashboard(today)).attendants.filter(({ online }) => online)).toHaveLength(1)
  })

  test('deletes the stored figures of a day when an attendance of it is deleted or rated', async () => {
    const at = (day: number, hour: number) => `2026-01-0${day}T${hour}:00:00.000Z`
    const row = { queuedAt: at(2, 10), startedAt: at(3, 11), firstResponseAt: at(3, 12), finishedAt: at(4, 13) }
    const who = { userId: people.bob.id, queueId: 1, rate: null }
    const { dashboard, scopeOf, acme } = await createAttendances('UTC', [
      { ...row, ...who, createdAt: at(2, 10) },
      { ...row, ...who, createdAt: at(6, 10), finishedAt: at(6, 20), startedAt: null, firstResponseAt: null },
    ])
    const kept = async () => (await acme.select('dashboard_days').select('startsAt').execute()).map((d) => d.startsAt)
    const days = { date_from: '2026-01-01', date_to: '2026-01-07' }
    await storeDaysBefore(scopeOf('ana'), '2026-01-08')
    expect(await kept()).toEqual([2, 3, 4, 6].map((day) => at(day, 0).replace('T0:', 'T00:')))
    const [first] = await acme.select('attendances').select(['id', 'ticketId']).orderBy('id').execute()
    await acme.transaction((tx) => tx.update('attendances').set({ rate: 3 }).where('id', '=', first!.id).execute())
    expect((await dashboard(days)).attendants.find(({ name }) => name === 'Bob')).toMatchObject({
      rating: 3,
      tickets: 2,
    })
    await storeDaysBefore(scopeOf('ana'), '2026-01-08')
    await deleteTicket(scopeOf('ana'), first!.ticketId)
    expect(await kept()).toEqual(['2026-01-06T00:00:00.000Z'])
    expect((await dashboard(days)).counters).toMatchObject({ supportBegan: 1, supportFinished: 1, avgWaitTime: null })
  })

  test('a day that the former version stored without hours is computed again, and replaced when it is stored', async () => {
    const at = (hour: string) => `2026-01-02T${hour}:00.000Z`
    const row = { createdAt: at('10:00'), queuedAt: at('10:00'), startedAt: at('10:05'), firstResponseAt: at('10:06') }
    const { dashboard, scopeOf, acme } = await createAttendances('UTC', [
      { ...row, finishedAt: at('11:00'), userId: people.bob.id, queueId: 1, rate: 2 },
    ])
    const days = { date_from: '2026-01-01', date_to: '2026-01-03' }
    const fresh = await dashboard(days)
    const stored = () => acme.select('dashboard_days').selectAll().execute()
    await storeDaysBefore(scopeOf('ana'), '2026-01-04')
    const [current] = await stored()
    const { hours, late, ...former } = JSON.parse(current!.figures)
    await acme.transaction((tx) =>
      tx
        .update('dashboard_days')
        .set({ figures: JSON.stringify(former) })
        .execute(),
    )
    expect(await dashboard(days)).toEqual(fresh)
    await storeDaysBefore(scopeOf('ana'), '2026-01-04')
    expect(await stored()).toEqual([current!])
  })

  test('stores a finished day of each company one hour after its end', async () => {
    const created = { userId: null, queueId: null, rate: null, startedAt: null, firstResponseAt: null }
    const at = '2026-01-02T10:00:00.000Z'
    const { platform, acme } = await createAttendances('UTC', [
      { ...created, createdAt: at, queuedAt: at, finishedAt: null },
    ])
    const rows = () => acme.select('dashboard_days').select('startsAt').execute()
    const done = new Map()
    await storeFinishedDays(platform, new Date('2026-01-03T00:30:00Z'), done)
    expect(await rows()).toEqual([])
    await storeFinishedDays(platform, new Date('2026-01-03T01:30:00Z'), done)
    expect(await rows()).toHaveLength(1)
  })

  test('a company whose figures fail to store does not stop the others', async () => {
    const at = '2026-01-02T12:00:00.000Z'
    const { platform, acme, rival, insertTicket } = await createAttendances('UTC')
    const ends = { finishedAt: null, ratingSentAt: null, ratedAt: null, reason: null, rate: null }
    const row = { userId: null, queueId: null, startedAt: null, firstResponseAt: null, queuedAt: at, ...ends }
    for (const [tenant, createdAt] of [[acme, 'no moment'] as const, [rival, at] as const]) {
      const { id: ticketId } = await insertTicket({}, tenant === acme ? 'acme' : 'rival')
      await tenant.transaction((tx) => tx.insert('attendances', { ...row, ticketId, createdAt }).execute())
    }
    const done = new Map()
    await storeFinishedDays(platform, new Date('2026-01-03T01:30:00Z'), done)
    expect(await rival.select('dashboard_days').select('startsAt').execute()).toHaveLength(1)
    expect([done.has(acme.companyId), done.has(rival.companyId)]).toEqual([false, true])
  })

  test('routes answer admins with a chosen period, as figures, charts and CSV', async () => {
    const { clientAs, scopeOf, insertTicket, store } = await createAttendances('America/Sao_Paulo')
    await store.write(({ kysely }) =>
      kysely.updateTable('users').set({ name: '=cmd|"x"' }).where('id', '=', people.bob.id).execute(),
    )
    const { id } = await insertTicket({ queueId: 1 })
    await acceptTicket(scopeOf('bob'), id)
    await closeTicket(scopeOf('bob'), id)
    const day = dayIn('America/Sao_Paulo')
    const ana = clientAs('ana').dashboard
    expect(await clientAs('bob').dashboard.get({ query: today })).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
    expect(await ana.get({ query: {} })).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: ['days'] }))
    expect((await ana.get({ query: today })).data).toMatchObject({ period: { from: day, to: day } })
    const blank = { ...today, date_from: '', date_to: '' } // as a form sends days that are not set
    expect((await ana.get({ query: blank })).data).toMatchObject({ period: { from: day, to: day } })
    expect((await clientAs('rui').dashboard.get({ query: today })).data?.attendants).toMatchObject([{ name: 'Rui' }])
    const table = await ana.export.get({ query: today })
    expect(String(table.data)).toContain(`\r\n"'=cmd|""x""";1;;;0;`)
    expect(String(table.data)).toStartWith('Atendente;Encerrados;Espera média (min);')
    const queues = await ana.export.get({ query: { ...today, table: 'queues' } })
    expect(String(queues.data)).toContain('Setor;Encerrados;Com prazo de primeira resposta;Respondidos no prazo;')
    const range = { query: { initialDate: addDays(day, -1), finalDate: day } }
    expect((await ana.ticketsUsers.get(range)).data?.data).toContainEqual({ quantidade: 1, nome: '=cmd|"x"' })
    expect((await ana.ticketsDay.get(range)).data).toMatchObject({
      data: [{ total: 0 }, { total: expect.any(Number) }],
    })
  })

  test.each([
    ['agents', 'atendentes', 'Atendente'],
    ['queues', 'setores', 'Setor'],
  ] as const)(
    'the table of %s as a workbook is named %s and has readable headings and numbers',
    async (table, file, head) => {
      const { scopeOf, insertTicket } = await createAttendances('America/Sao_Paulo')
      const { id } = await insertTicket({ queueId: 1 })
      await acceptTicket(scopeOf('bob'), id)
      await closeTicket(scopeOf('bob'), id)
      const answer = await exportDashboard(scopeOf('ana'), await getDashboard(scopeOf('ana'), today), {
        table,
        format: 'xlsx',
      })
      const day = dayIn('America/Sao_Paulo')
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${file}-${day}-${day}.xlsx"`)
      const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
      expect(sheets[0]?.rows[0]?.slice(0, 2)).toEqual([head, 'Encerrados'])
      expect(sheets[0]?.rows.filter(([, tickets]) => tickets === 1)).toHaveLength(1)
    },
  )

  test('the reasons for closing are exported as the page shows them', async () => {
    const { scopeOf, insertTicket, acme } = await createAttendances('America/Sao_Paulo')
    await acme.transaction((tx) => tx.insert('settings', { key: 'outcomes', value: 'Vendido\nDesistiu' }).execute())
    for (const outcome of ['Vendido', 'Vendido', 'Desistiu']) {
      const { id } = await insertTicket({ queueId: 1 })
      await acceptTicket(scopeOf('bob'), id)
      await closeTicket(scopeOf('bob'), id, 'agent', { outcome })
    }
    const file = await exportDashboard(scopeOf('ana'), await getDashboard(scopeOf('ana'), today), { table: 'outcomes' })
    expect(await file.text()).toBe('\ufeffMotivo de encerramento;Encerrados\r\nVendido;2\r\nDesistiu;1\r\n')
    expect(file.headers.get('content-disposition')).toContain('filename="motivos-')
  })

  test('gives a supervisor the figures of the own queues, as the admin reads them there', async () => {
    const at = (hour: string) => `2026-01-02T${hour}:00.000Z`
    const finished = (queueId: number | null, answered: string) => ({
      ...{ createdAt: at('10:00'), queuedAt: at('10:00'), startedAt: at('10:05'), firstResponseAt: at(answered) },
      ...{ finishedAt: at('11:00'), userId: people.bob.id, queueId, rate: null },
      ...{ answerDueAt: at('10:10'), resolutionDueAt: at('10:50') },
    })
    const { dashboard, scopeOf } = await createAttendances('UTC', [
      finished(1, '10:08'),
      finished(1, '10:30'),
      finished(2, '10:06'),
      finished(null, '10:06'),
    ])
    const day = { date_from: '2026-01-02', date_to: '2026-01-02' }
    const [all, own] = [await dashboard(day), await getDashboard(scopeOf('sara'), day)]
    expect(own.queues).toEqual(all.queues.filter(({ id }) => id === 1))
    expect(own.queues).toMatchObject([{ tickets: 2, answers: 2, answersInTime: 1, closes: 2, closesInTime: 0 }])
    expect([all.counters.supportFinished, own.counters.supportFinished]).toEqual([4, 2])
    expect(own.counters.avgResponseTime).toBe(19)
    expect(own.moments.reduce((sum, hour) => sum + hour.finished, 0)).toBe(2)
    expect(own.attendants.map(({ name, tickets }) => [name, tickets])).toEqual([
      ['Bob', 2],
      ['Sara', 0],
    ])
  })

  test('labels the hours of a single day', async () => {
    const { dashboard } = await createAttendances('UTC')
    const seen = await dashboard({ date_from: '2026-01-02', date_to: '2026-01-02' })
    expect(ticketsDay(seen).data[23]).toEqual({ total: 0, horario: '23:00' })
    expect(ticketsUsers(seen).data).toHaveLength(4)
  })
})
