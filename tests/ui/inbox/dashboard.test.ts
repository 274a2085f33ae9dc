import '../browser'
import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import type { Attendant } from '../../../src/features/inbox/dashboard/model'
import { session } from '../../../ui/lib/session'
import { sortAttendants } from '../../../ui/pages/inbox/dashboard/sorting'
import { choosePeriod, failure, loadReport, refreshSoon, report } from '../../../ui/pages/inbox/dashboard/store'
import { ana, json, serve } from '../browser'

const nativeFetch = globalThis.fetch
beforeEach(() => {
  session.value = { kind: 'in', me: ana as never }
})
afterEach(() => {
  jest.useRealTimers()
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

const figures = (tickets: number) => ({ counters: { supportFinished: tickets } })
const shown = () => report.value?.counters.supportFinished

test('only the response to the latest request is shown', async () => {
  const waiting: ((tickets: number) => void)[] = []
  serve(() => new Promise((resolve) => waiting.push((tickets) => resolve(json(figures(tickets))))))
  const [first, second] = [loadReport(), loadReport()]
  while (waiting.length < 2) await new Promise(setImmediate)
  waiting[1]!(2)
  await second
  waiting[0]!(1)
  await first
  expect(shown()).toBe(2)
})

test("a failure is shown for a user's request and ignored for an automatic refresh", async () => {
  serve(() => json(figures(5)))
  await loadReport()
  serve(() => json({ error: 'ERR_INTERNAL_SERVER_ERROR' }, 500))
  await loadReport({ quietly: true })
  expect([shown(), failure.value]).toEqual([5, null])
  await loadReport()
  expect(failure.value).toMatchObject({ code: 'ERR_INTERNAL_SERVER_ERROR' })
  serve(() => json(figures(6)))
  choosePeriod({ days: 30 })
  while (shown() !== 6) await new Promise(setImmediate)
  expect(failure.value).toBeNull()
})

test('many events cause one refresh in ten seconds', async () => {
  const calls = serve(() => json(figures(1)))
  jest.useFakeTimers()
  void loadReport()
  for (let second = 0; second < 25; second++) {
    refreshSoon()
    refreshSoon()
    jest.advanceTimersByTime(1000)
  }
  jest.useRealTimers()
  while (calls.length < 3) await new Promise(setImmediate)
  expect(calls).toHaveLength(3)
})

test('agents are sorted by any column, missing values last in both directions', () => {
  const attendant = (name: string, avgWaitTime: number | null): Attendant => ({
    ...{ id: name.charCodeAt(0), name, online: false, tickets: 1, rating: null },
    ...{ avgWaitTime, avgSupportTime: null, avgResponseTime: null },
  })
  const all = [attendant('Caio', null), attendant('Bia', 3), attendant('Ana', 10)]
  const names = (by: Parameters<typeof sortAttendants>[1], down: boolean) =>
    sortAttendants(all, by, down).map(({ name }) => name)
  expect(names('avgWaitTime', true)).toEqual(['Ana', 'Bia', 'Caio'])
  expect(names('avgWaitTime', false)).toEqual(['Bia', 'Ana', 'Caio'])
  expect(names('tickets', true)).toEqual(['Ana', 'Bia', 'Caio'])
  expect(names('name', true)).toEqual(['Caio', 'Bia', 'Ana'])
})
