import { expect, test } from 'bun:test'
import { TimeLeft, watchMs } from '../../src/core/parsers/time-left'
import { processorMs } from '../../src/core/process/thread-usage'

/** Number of periods after which 10 periods are over for a thread with this processor time in each of them. */
function periodsUntilOver(perPeriod: number | null): number {
  let ran: number | null = perPeriod && 0
  const left = new TimeLeft(10 * watchMs, 1, () => ran)
  for (let n = 1; ; n++) {
    if (perPeriod !== null) ran = (ran ?? 0) + perPeriod
    if (left.isOver()) return n
  }
}

test.each([
  ['runs all the time', watchMs, 11],
  ['gets half of a core', watchMs / 2, 21],
  ['waits for the disk', 0, 41],
  ['has a time that the kernel does not tell', null, 11],
])(
  'the time of a thread that %s is over after its processor time, but at most four times as many periods',
  (_, ran, periods) => {
    expect(periodsUntilOver(ran)).toBe(periods)
  },
)

test.if(process.platform === 'linux')('processorMs grows while a thread works', () => {
  const before = processorMs(process.pid) as number
  for (const until = performance.now() + 30; performance.now() < until; ) Math.random()
  expect(processorMs(process.pid)).toBeGreaterThan(before)
  expect(processorMs(2 ** 30)).toBeNull()
})
