import '../browser'
import { expect, test } from 'bun:test'
import { monthDays, monthOf } from '../../../ui/pages/inbox/schedules/days'

test('a month of the agenda ends with its last day, and the grid with the last day of a week', () => {
  expect(monthDays('2026-02-15')).toEqual(['2026-02-01', '2026-02-28'])
  expect(monthDays('2028-02-29')).toEqual(['2028-02-01', '2028-02-29'])
  expect(monthDays('2026-12-31')).toEqual(['2026-12-01', '2026-12-31'])
  const grid = monthOf('2026-11-23').flat()
  expect([grid[0], grid.at(-1)]).toEqual(['2026-11-01', '2026-12-05'])
})
