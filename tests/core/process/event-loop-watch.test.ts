import { afterAll, beforeEach, expect, test } from 'bun:test'
import { requestShape } from '../../../src/core/http/request-shape'
import { log } from '../../../src/core/log'
import { Activities } from '../../../src/core/process/activities'
import { EventLoopWatch } from '../../../src/core/process/event-loop-watch'
import { Histogram } from '../../../src/core/process/histogram'

const level = log.level
log.level = 'silent'
afterAll(() => {
  log.level = level
})
let now = 0
beforeEach(() => {
  now = 0
})

function measureGaps(...gaps: number[]) {
  const watch = new EventLoopWatch({ clock: () => now })
  for (const gap of gaps) {
    now += gap
    watch.measure()
  }
  return watch
}

test('delays are the time beyond the period, in cumulative buckets of seconds', () => {
  const samples = new Map(measureGaps(50, 56, 90, 550).delays.samples())
  expect(samples.get('_bucket{le="0.005"}')).toBe(1)
  expect(samples.get('_bucket{le="0.01"}')).toBe(2)
  expect(samples.get('_bucket{le="0.05"}')).toBe(3)
  expect(samples.get('_bucket{le="0.5"}')).toBe(4)
  expect(samples.get('_bucket{le="+Inf"}')).toBe(4)
  expect(samples.get('_count')).toBe(4)
  expect(samples.get('_sum')).toBeCloseTo(0.546)
})

test.each([
  [999, 0],
  [1000, 1],
  [60_000, 1],
])('a gap of %d ms counts %d stalls', (gap, stalls) => {
  expect(measureGaps(50, gap, 50).stalls).toBe(stalls)
})

test('a value beyond the last bound counts in the last bucket only', () => {
  const histogram = new Histogram([1, 2])
  histogram.add(5)
  expect(histogram.samples()).toEqual([
    ['_bucket{le="1"}', 0],
    ['_bucket{le="2"}', 0],
    ['_bucket{le="+Inf"}', 1],
    ['_sum', 5],
    ['_count', 1],
  ])
})

test('activities are those that ended since the last reading, then those under way', async () => {
  const activities = new Activities()
  const end = activities.begin('GET /a')
  activities.begin('job b')()
  await activities.during('task c', async () => {})
  expect(activities.readRecent()).toEqual(['job b', 'task c', 'GET /a'])
  end()
  end()
  expect(activities.readRecent()).toEqual(['GET /a'])
  expect(activities.readRecent()).toEqual([])
})

test('at most 50 ended activities are kept', () => {
  const activities = new Activities()
  for (let n = 0; n < 1000; n++) activities.begin('GET /a')()
  expect(activities.readRecent()).toHaveLength(50)
})

test.each([
  ['GET http://host/api/contacts/17?searchParam=ana', 'GET /api/contacts/:'],
  ['POST http://host/api/resetpasswords/ana@casa.test/secret12', 'POST /api/resetpasswords/:/:'],
  ['GET /healthz', 'GET /healthz'],
  ['job media.fetch', 'job media.fetch'],
])('the shape of %s is %s', (name, shape) => {
  const routes = ['/api/contacts/:id', '/api/resetpasswords/:email/:token', '/healthz'].map((path) => ({ path }))
  expect(requestShape(routes)(name)).toBe(shape)
})
