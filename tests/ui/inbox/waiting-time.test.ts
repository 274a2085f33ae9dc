import '../browser'
import { expect, test } from 'bun:test'
import { clock, customerWait, waitingTime } from '../../../ui/pages/inbox/tickets/store/clock'

test.each([
  [0, 'tickets.justNow', { count: 0 }],
  [59, 'tickets.minutes', { count: 59 }],
  [60, 'tickets.hours', { count: 1 }],
  [65, 'tickets.hoursMinutes', { count: 1, minutes: '05' }],
  [80, 'tickets.hoursMinutes', { count: 1, minutes: '20' }],
  [599, 'tickets.hoursMinutes', { count: 9, minutes: '59' }],
  [610, 'tickets.hours', { count: 10 }],
  [1440, 'tickets.days', { count: 1 }],
] as const)('a wait of %s minutes is shown by %s with %o', (minutes, key, values) => {
  expect(waitingTime(minutes)).toEqual([key, values] as never)
})

test('a wait without open minutes that began a minute ago or longer is shown as after hours', () => {
  const since = (ms: number) => new Date(clock.value - ms).toISOString()
  expect(customerWait(0, since(60_000))[0]).toBe('tickets.afterHours')
  expect(customerWait(0, since(59_000))[0]).toBe('tickets.justNow')
  expect(customerWait(1, since(3_600_000))[0]).toBe('tickets.minutes')
})
