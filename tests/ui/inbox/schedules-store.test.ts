import '../browser'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Me } from '../../../src/features/accounts/auth/model'
import type { Schedule } from '../../../src/features/inbox/schedules/model'
import { date, dateMask, isoDayOf, time, timeMask } from '../../../ui/lib/form'
import { session } from '../../../ui/lib/session'
import { dayOf } from '../../../ui/lib/time'
import { addDays, addMonths, monthOf, sameMonth, startOfWeek, weekOf } from '../../../ui/pages/inbox/schedules/days'
import { mayChange, mayRemove, schedules, showRange, upsertSchedule } from '../../../ui/pages/inbox/schedules/store'
import { ana, json } from '../browser'

const pageSize = 4
const nativeFetch = globalThis.fetch
let stored: Map<number, Schedule>

const row = (id: number, sendAt: string, userId = ana.id): Schedule => ({
  id,
  body: `texto ${id}`,
  contactId: 1,
  contact: { id: 1, name: 'Maria', number: null, profilePicUrl: '' },
  ...{ userId, userName: 'Ana', sendAt, sentAt: null, status: 'PENDENTE', error: null, late: false, waitUntil: null },
  ...{
    mediaId: null,
    mediaName: null,
    mediaPath: null,
    mediaType: null,
    repeat: null,
    paused: false,
    createdAt: sendAt,
    updatedAt: sendAt,
  },
})
const inOrder = (a: Schedule, b: Schedule) => (a.sendAt === b.sendAt ? a.id - b.id : a.sendAt < b.sendAt ? -1 : 1)

/** Server pages of the stored schedules. */
function answer({ searchParams: asked }: URL) {
  const userId = asked.get('userId')
  const all = [...stored.values()]
    .filter(({ sendAt }) => dayOf(sendAt) >= asked.get('dateStart')! && dayOf(sendAt) <= asked.get('dateEnd')!)
    .filter((one) => !userId || one.userId === Number(userId))
    .sort(inOrder)
  const from = Number(asked.get('cursor') ?? 0)
  const hasMore = all.length > from + pageSize
  const next = hasMore ? String(from + pageSize) : null
  return json({ schedules: all.slice(from, from + pageSize), hasMore, next, count: all.length })
}

const november = { from: '2026-11-01', to: '2026-11-30', searchParam: '', mine: false }
const settled = async () => {
  while (schedules.state.peek() === 'loading' || schedules.hasMore.peek()) await new Promise((r) => setImmediate(r))
}
const shownIds = () => schedules.rows.peek().map(({ id }) => id)

beforeEach(() => {
  stored = new Map()
  session.value = { kind: 'in', me: ana as unknown as Me }
  schedules.clear()
  globalThis.fetch = (async (url: string) => answer(new URL(url, 'http://localhost'))) as typeof fetch
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

test('the calendar loads all pages of its range', async () => {
  for (let id = 1; id <= 11; id++) stored.set(id, row(id, `2026-11-${String(30 - id).padStart(2, '0')}T15:00:00.000Z`))
  stored.set(12, row(12, '2026-12-01T15:00:00.000Z'))
  showRange(november)
  await settled()
  expect([shownIds(), schedules.count.peek()]).toEqual([[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 11])
})

test('loaded pages plus events equal a fresh load, after any moves', async () => {
  const change = fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    day: fc.integer({ min: 0, max: 40 }),
    gone: fc.boolean(),
    mine: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.boolean(), async (changes, mine) => {
      stored = new Map([1, 2, 3, 4, 5, 6].map((id) => [id, row(id, `2026-11-0${id}T15:00:00.000Z`)]))
      schedules.clear()
      showRange({ ...november, mine })
      await settled()
      for (const { id, day, gone, mine } of changes) {
        if (gone) {
          stored.delete(id)
          schedules.drop(id)
          continue
        }
        const next = row(id, `${addDays('2026-10-28', day)}T15:00:00.000Z`, mine ? ana.id : 99)
        stored.set(id, next)
        upsertSchedule(next)
      }
      const before = [shownIds(), schedules.count.peek()]
      schedules.clear()
      showRange({ ...november, mine })
      await settled()
      expect(before).toEqual([shownIds(), schedules.count.peek()])
    }),
    { numRuns: 60 },
  )
})

test('the response for a range no longer shown is dropped', async () => {
  stored.set(1, row(1, '2026-11-05T15:00:00.000Z'))
  stored.set(2, row(2, '2026-12-05T15:00:00.000Z'))
  showRange(november)
  showRange({ ...november, from: '2026-12-01', to: '2026-12-31' })
  await settled()
  expect(shownIds()).toEqual([2])
})

test('mayChange allows what the server allows', () => {
  const own = row(1, '2026-11-05T15:00:00.000Z')
  const sent = { ...own, status: 'ENVIADA' as const }
  expect([mayChange(own), mayChange(sent), mayRemove(sent)]).toEqual([true, false, true])
  session.value = { kind: 'in', me: { ...ana, id: 8, profile: 'supervisor' } as unknown as Me }
  expect([mayChange(own), mayRemove(own)]).toEqual([false, false])
  session.value = { kind: 'in', me: { ...ana, id: 8 } as unknown as Me }
  expect([mayChange(own), mayRemove(own)]).toEqual([true, true])
})

describe('days', () => {
  test('a month consists of whole weeks from Sunday with each of its days once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (n) => {
        const day = addDays('1970-01-01', n)
        const weeks = monthOf(day)
        expect(weeks.every((week) => week.length === 7 && startOfWeek(week[3]!) === week[0])).toBe(true)
        const inside = weeks.flat().filter((one) => sameMonth(one, day))
        expect([new Set(inside).size, inside.includes(day)]).toEqual([inside.length, true])
        expect(weekOf(day)).toContain(day)
      }),
    )
    expect(monthOf('2026-02-10').map((week) => week[0])).toEqual([
      '2026-02-01',
      '2026-02-08',
      '2026-02-15',
      '2026-02-22',
    ])
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s plus %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected)
  })

  test("a moment belongs to its day in the company's time zone", () => {
    expect(dayOf('2026-11-22T02:30:00.000Z')).toBe('2026-11-21')
  })
})

test('date and time masks accept digits, and the values must exist', () => {
  expect(['3', '311', '31122026', '31/12/20269'].map(dateMask)).toEqual(['3', '31/1', '31/12/2026', '31/12/2026'])
  expect(['9', '093', '09305'].map(timeMask)).toEqual(['9', '09:3', '09:30'])
  expect([isoDayOf('29/02/2028'), isoDayOf('29/02/2026'), isoDayOf('1/1/2026')]).toEqual(['2028-02-29', null, null])
  expect([date('31/04/2026'), date(''), time('24:00'), time('23:59')]).toEqual([
    { code: 'date' },
    null,
    { code: 'time' },
    null,
  ])
})
