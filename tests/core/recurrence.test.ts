import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { dayIn, dayStart } from '../../src/core/time'
import { recurrences } from '../../src/shared/enums'
import { addMonths, daysBetween, renewedUntil } from '../../src/shared/recurrence'

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

test('renewedUntil is after today and the due date, by 28 to 31 days per month of the period', () => {
  fc.assert(
    fc.property(day, day, recurrence, (dueDate, today, kind) => {
      const until = renewedUntil(dueDate, today, kind)
      const from = [dueDate, today].sort()[1] as string
      expect(until > today && until > dueDate).toBe(true)
      const days = daysBetween(from, until)
      expect(days >= 28 * recurrences[kind] && days <= 31 * recurrences[kind]).toBe(true)
    }),
  )
})

test('renewedUntil counts from the later of due date and today', () => {
  expect(renewedUntil('2026-03-10', '2026-02-20', 'MENSAL')).toBe('2026-04-10')
  expect(renewedUntil('2026-03-10', '2026-05-31', 'MENSAL')).toBe('2026-06-30')
  expect(renewedUntil('2026-03-10', '2026-03-10', 'ANUAL')).toBe('2027-03-10')
  expect(renewedUntil('2026-03-10T00:00:00.000Z', '2026-01-01', 'TRIMESTRAL')).toBe('2026-06-10')
})

const zone = fc.constantFrom('America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'Pacific/Apia', 'Asia/Kolkata')

test('dayStart and dayIn return the same day in zones with daylight saving time', () => {
  fc.assert(
    fc.property(day, zone, (date, timeZone) => {
      fc.pre(!(timeZone === 'Pacific/Apia' && date === '2011-12-30')) // Samoa skipped this day
      expect(dayIn(timeZone, new Date(dayStart(timeZone, date)))).toBe(date)
      expect(renewedUntil(date, dayIn(timeZone, new Date(dayStart(timeZone, date))), 'MENSAL')).toBe(addMonths(date, 1))
    }),
  )
})
