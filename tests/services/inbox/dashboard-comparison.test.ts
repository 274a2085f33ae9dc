import { describe, expect, test } from 'bun:test'
import { compareDashboard } from '../../../src/features/inbox/dashboard/compare'
import { storeDaysBefore } from '../../../src/features/inbox/dashboard/days'
import { listFigureConversations } from '../../../src/features/inbox/dashboard/figure-conversations'
import { periodBefore, periodOf } from '../../../src/features/inbox/dashboard/period'
import { changeOf } from '../../../src/shared/change'
import { createInstallation, people } from '../../installation'

interface Attendance {
  createdAt: string
  startedAt?: string
  finishedAt?: string
  queueId?: number
  late?: number
}

/** Installation in a time zone with these attendances, each of its own ticket; customers wait from the creation. */
async function withAttendances(timeZone: string, rows: Attendance[]) {
  const installation = await createInstallation()
  await installation.store.write(async ({ kysely }) => kysely.updateTable('companies').set({ timeZone }).execute())
  const { id: whatsappId } = await installation.insertConnection('acme')
  for (const { createdAt, startedAt = null, finishedAt = null, queueId = 1, late = 0 } of rows) {
    const { id: ticketId } = await installation.insertTicket({ status: 'closed', whatsappId })
    const times = { createdAt, queuedAt: createdAt, startedAt, firstResponseAt: startedAt, finishedAt }
    const rest = { ratingSentAt: null, ratedAt: null, reason: null, rate: null, nextAnswersLate: late }
    const row = { ticketId, userId: people.bob.id, queueId, ...times, ...rest }
    await installation.acme.transaction((tx) => tx.insert('attendances', row).execute())
  }
  return installation
}

describe('the period before', () => {
  const before = (zone: string, query: object, now: string) =>
    periodBefore(zone, periodOf(zone, query, new Date(now)), new Date(now))

  test('has as many whole days and ends where a past period begins', () => {
    const found = before(
      'America/Sao_Paulo',
      { date_from: '2026-03-10', date_to: '2026-03-12' },
      '2026-05-01T12:00:00Z',
    )
    expect(found).toMatchObject({ first: '2026-03-07', last: '2026-03-09', until: null })
    expect(found?.days.map(({ from }) => from)[0]).toBe('2026-03-07T03:00:00.000Z')
    expect(found?.days.at(-1)?.to).toBe('2026-03-10T03:00:00.000Z')
  })

  test('of a period with today ends at the same time of day, also when the clocks change in between', () => {
    // 14:30 in São Paulo, and the evening of a day that has begun in UTC already.
    expect(before('America/Sao_Paulo', { days: 7 }, '2026-03-12T17:30:00Z')?.until).toBe('2026-03-05T17:30:00.000Z')
    expect(before('America/Sao_Paulo', { days: 1 }, '2026-03-13T01:30:00Z')).toMatchObject({
      ...{ first: '2026-03-11', last: '2026-03-11', until: '2026-03-12T01:30:00.000Z' },
    })
    // New York's clocks go forward on 8 March 2026: 09:00 is 13:00 UTC after it, 14:00 UTC before.
    expect(before('America/New_York', { days: 7 }, '2026-03-12T13:00:00Z')?.until).toBe('2026-03-05T14:00:00.000Z')
  })

  test('of a period that ends after today leaves out the days that correspond to days to come', () => {
    const query = { date_from: '2026-03-10', date_to: '2026-03-15' }
    expect(before('UTC', query, '2026-03-11T08:00:00Z')).toMatchObject({
      ...{ first: '2026-03-04', last: '2026-03-05', until: '2026-03-05T08:00:00.000Z' },
    })
    expect(before('UTC', query, '2026-03-09T08:00:00Z')).toBeNull()
  })
})

describe('the dashboard compared with the period before', () => {
  const now = new Date('2026-03-12T17:30:00Z') // 14:30 in São Paulo
  const rows = [
    { createdAt: '2026-01-01T12:00:00.000Z' },
    // Yesterday in São Paulo until 14:30, at its edges in the time zone.
    {
      createdAt: '2026-03-11T03:00:00.000Z',
      startedAt: '2026-03-11T03:10:00.000Z',
      finishedAt: '2026-03-11T04:00:00.000Z',
    },
    { createdAt: '2026-03-11T02:59:59.999Z' },
    { createdAt: '2026-03-11T17:29:59.999Z', finishedAt: '2026-03-11T17:30:00.000Z', late: 2 },
    { createdAt: '2026-03-11T17:30:00.000Z' },
    // Today.
    {
      createdAt: '2026-03-12T03:00:00.000Z',
      startedAt: '2026-03-12T03:30:00.000Z',
      finishedAt: '2026-03-12T05:00:00.000Z',
      late: 1,
    },
    { createdAt: '2026-03-12T13:00:00.000Z', queueId: 2 },
    { createdAt: '2026-03-12T17:00:00.000Z' },
  ]

  test('counts yesterday up to the present time of day, with stored days and without', async () => {
    const { scopeOf } = await withAttendances('America/Sao_Paulo', rows)
    const read = () => compareDashboard(scopeOf('ana'), { days: 1 }, now)
    const found = await read()
    expect(found.counters).toMatchObject({ supportBegan: 3, supportFinished: 1, supportLate: 1, avgWaitTime: 30 })
    expect(found.previous).toMatchObject({ from: '2026-03-11', to: '2026-03-11', until: '14:30' })
    expect(found.previous?.counters).toMatchObject({
      supportBegan: 2,
      supportFinished: 1,
      supportLate: 0,
      avgWaitTime: 10,
    })
    await storeDaysBefore(scopeOf('ana'), '2026-03-12')
    expect(await read()).toEqual(found)
  })

  test('gives a supervisor the own queues of both periods', async () => {
    const { scopeOf } = await withAttendances('America/Sao_Paulo', rows)
    const { counters, previous } = await compareDashboard(scopeOf('sara'), { days: 1 }, now)
    expect([counters.supportBegan, previous?.counters.supportBegan]).toEqual([2, 2])
  })

  test('compares nothing where the company began after the start of the period before', async () => {
    const { scopeOf } = await withAttendances('America/Sao_Paulo', rows.slice(1))
    expect((await compareDashboard(scopeOf('ana'), { days: 1 }, now)).previous).not.toBeNull()
    expect((await compareDashboard(scopeOf('ana'), { days: 2 }, now)).previous).toBeNull()
  })

  test('of an empty company has zeros, no durations and no hours', async () => {
    const { scopeOf } = await withAttendances('UTC', [])
    const { counters, hours, previous } = await compareDashboard(scopeOf('ana'), { days: 7 })
    expect(counters).toMatchObject({ supportBegan: 0, supportFinished: 0, avgWaitTime: null, rating: null })
    expect([hours, previous]).toEqual([[], null])
  })
})

describe('hours and weekdays', () => {
  test('count attendances and waits by the clock of the company, also on days on which it changes', async () => {
    const { scopeOf } = await withAttendances('America/New_York', [
      // Sunday 8 March 2026 has no 02:00: 06:59 UTC is 01:59, 07:00 UTC is 03:00.
      { createdAt: '2026-03-08T06:59:00.000Z', startedAt: '2026-03-08T07:19:00.000Z' },
      { createdAt: '2026-03-08T07:00:00.000Z', startedAt: '2026-03-08T07:40:00.000Z' },
      // Sunday 1 November 2026 has 01:00 twice.
      { createdAt: '2026-11-01T05:30:00.000Z' },
      { createdAt: '2026-11-01T06:30:00.000Z' },
      // Monday 00:00 and the minute before.
      { createdAt: '2026-03-09T03:59:00.000Z' },
      { createdAt: '2026-03-09T04:00:00.000Z' },
    ])
    const cell = (weekday: number, hour: number, began: number, waits = 0, avgWaitTime: number | null = null) => ({
      ...{ weekday, hour, began, waits, avgWaitTime },
    })
    const read = async () =>
      (await compareDashboard(scopeOf('ana'), { date_from: '2026-03-08', date_to: '2026-11-01' })).hours
    const expected = [cell(1, 0, 1), cell(7, 1, 3), cell(7, 3, 1, 2, 30), cell(7, 23, 1)]
    expect(await read()).toEqual(expected)
    const days = { date_from: '2026-03-08', date_to: '2026-11-01', figure: 'began' } as const
    for (const { weekday, hour, began } of expected)
      expect((await listFigureConversations(scopeOf('ana'), { ...days, weekday, hour })).count).toBe(began)
    await storeDaysBefore(scopeOf('ana'), '2026-11-02')
    expect(await read()).toEqual(expected)
  })

  test('sum up to the counters of the period', async () => {
    const at = (hour: number, minute: number) => new Date(Date.UTC(2026, 4, 4, hour, minute)).toISOString()
    const rows = Array.from({ length: 60 }, (_, n) => ({ createdAt: at(n, n), startedAt: at(n, n + (n % 7)) }))
    const { scopeOf } = await withAttendances('Asia/Kolkata', rows)
    const { counters, hours } = await compareDashboard(scopeOf('ana'), {
      date_from: '2026-05-01',
      date_to: '2026-05-30',
    })
    const sum = (of: (cell: (typeof hours)[number]) => number) => hours.reduce((total, cell) => total + of(cell), 0)
    expect([sum(({ began }) => began), sum(({ waits }) => waits)]).toEqual([60, 60])
    expect(counters.supportBegan).toBe(60)
  })
})

test.each([
  [3, 2, { direction: 'up', percent: 50 }],
  [1, 4, { direction: 'down', percent: 75 }],
  [2, 2, { direction: 'same', percent: 0 }],
  [0, 0, { direction: 'same', percent: 0 }],
  [5, 0, { direction: 'up', percent: null }],
  [null, 3, null],
  [3, null, null],
] as const)('the change from %p, before %p, is %p', (now, before, change) => {
  expect(changeOf(now, before)).toEqual(change)
})
