import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays, dayIn, dayStart } from '../../src/core/time'
import { type Recurrence, recurrences } from '../../src/shared/enums'
import { addMonths, billingDayOf, type Due, renewed, renewedByPayment } from '../../src/shared/recurrence'

const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2120-12-31T00:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const months = fc.integer({ min: -60, max: 60 })
const recurrence = fc.constantFrom(...(Object.keys(recurrences) as (keyof typeof recurrences)[]))

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-08-31', 1, '2026-09-30'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2100-01-30', 1, '2100-02-28'],
])('addMonths of %s and %d is %s', (from, count, to) => {
  expect(addMonths(from, count)).toBe(to)
})

test('addMonths returns the same day as Temporal.PlainDate.add', () => {
  const calendar = (from: string, count: number) => Temporal.PlainDate.from(from).add({ months: count }).toString()
  fc.assert(fc.property(day, months, (from, count) => addMonths(from, count) === calendar(from, count)))
})

test('addMonths throws RangeError for a text that is not a day', () => {
  for (const wrong of ['', '2026-02-30', '2026-13-01', 'ontem', '2026-00-10']) {
    expect(() => addMonths(wrong, 1)).toThrow(RangeError)
  }
})

test('renewedByPayment is after today and the due date, on the day agreed on or the last of a month that lacks it', () => {
  const billingDay = fc.option(fc.integer({ min: 1, max: 31 }))
  fc.assert(
    fc.property(day, billingDay, day, recurrence, (dueDate, billingDay, today, kind) => {
      const from = [dueDate, today].sort()[1] as string
      const agreed = billingDayOf(today > dueDate ? { dueDate: today, billingDay: null } : { dueDate, billingDay })
      const next = renewedByPayment({ dueDate, billingDay }, today, kind)
      expect(next.dueDate > today && next.dueDate > dueDate).toBe(true)
      expect(next.dueDate.slice(0, 7)).toBe(addMonths(from, recurrences[kind]).slice(0, 7))
      const isLast = addMonths(`${next.dueDate.slice(0, 8)}01`, 1) === addDays(next.dueDate, 1)
      expect(Number(next.dueDate.slice(8)) === agreed || (isLast && agreed > Number(next.dueDate.slice(8)))).toBe(true)
      expect(billingDayOf(next)).toBe(agreed)
    }),
  )
})

test('renewals one after the other give the days of periods counted from the first day', () => {
  fc.assert(
    fc.property(day, recurrence, fc.integer({ min: 1, max: 60 }), (first, kind, times) => {
      let due: Due = { dueDate: first, billingDay: null }
      for (let time = 0; time < times; time++) due = renewed(due, kind)
      expect(due.dueDate).toBe(addMonths(first, times * recurrences[kind]))
    }),
  )
})

test.each([
  ['MENSAL', '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
  ['MENSAL', '2028-01-30', ['2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']],
  ['TRIMESTRAL', '2026-08-31', ['2026-11-30', '2027-02-28', '2027-05-31', '2027-08-31']],
  ['SEMESTRAL', '2026-08-30', ['2027-02-28', '2027-08-30', '2028-02-29', '2028-08-30']],
  ['ANUAL', '2028-02-29', ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
] as const)('four renewals %s from %s keep the day', (kind, first, expected) => {
  const days: string[] = []
  let due: Due = { dueDate: first, billingDay: null }
  while (days.length < expected.length) {
    due = renewed(due, kind)
    days.push(due.dueDate)
  }
  expect(days).toEqual([...expected])
})

test('a stored day counts only while the due date is the last day of a month that lacks it', () => {
  expect(billingDayOf({ dueDate: '2027-02-28', billingDay: 31 })).toBe(31)
  expect(billingDayOf({ dueDate: '2027-02-28', billingDay: null })).toBe(28)
  expect(billingDayOf({ dueDate: '2028-02-28', billingDay: 31 })).toBe(28)
  expect(billingDayOf({ dueDate: '2027-03-10', billingDay: 31 })).toBe(10)
})

test('renewedByPayment counts from the later of due date and today', () => {
  const paid = (dueDate: string, today: string, kind: Recurrence, billingDay: number | null = null) =>
    renewedByPayment({ dueDate, billingDay }, today, kind).dueDate
  expect(paid('2026-03-10', '2026-02-20', 'MENSAL')).toBe('2026-04-10')
  expect(paid('2026-03-10', '2026-05-31', 'MENSAL')).toBe('2026-06-30')
  expect(paid('2026-03-10', '2026-03-10', 'ANUAL')).toBe('2027-03-10')
  expect(paid('2026-03-10T00:00:00.000Z', '2026-01-01', 'TRIMESTRAL')).toBe('2026-06-10')
  expect(paid('2027-02-28', '2027-02-28', 'MENSAL', 31)).toBe('2027-03-31')
  expect(paid('2027-02-28', '2027-03-01', 'MENSAL', 31)).toBe('2027-04-01')
})

const zone = fc.constantFrom('America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'Pacific/Apia', 'Asia/Kolkata')

test('dayStart and dayIn return the same day in zones with daylight saving time', () => {
  fc.assert(
    fc.property(day, zone, (date, timeZone) => {
      fc.pre(!(timeZone === 'Pacific/Apia' && date === '2011-12-30')) // Samoa skipped this day
      expect(dayIn(timeZone, new Date(dayStart(timeZone, date)))).toBe(date)
      const today = dayIn(timeZone, new Date(dayStart(timeZone, date)))
      const { dueDate } = renewedByPayment({ dueDate: date, billingDay: null }, today, 'MENSAL')
      expect(dueDate).toBe(addMonths(date, 1))
    }),
  )
})
