import { describe, expect, test } from 'bun:test'
import { StallClock } from '../../../src/core/process/stall-clock'

const periodMs = 100

/** Reads the clock every 100 ms without a beat; returns after how many ms it says that the loop stands still. */
function stillAfter(processorMs: (now: number) => number | null, { gapMs = periodMs, untilMs = 20_000 } = {}) {
  let now = 0
  const clock = new StallClock(periodMs, () => processorMs(now))
  clock.read(1, now)
  while (now < untilMs) {
    now += gapMs
    if (clock.read(1, now)) return now
  }
  return null
}

describe('stall clock', () => {
  test.each([
    ['uses the processor', (now: number) => now, 1100],
    ['gets a quarter of the processor', (now: number) => now / 4, 4100],
    ['waits for a disk', () => 0, 10_000],
    ['has no known processor time', () => null, 2000],
  ])('a thread that %s without a beat stands still after %p', (_, processorMs, ms) => {
    expect(stillAfter(processorMs)).toBe(ms)
  })

  test('time in which the watching thread itself did not run does not count', () => {
    expect(stillAfter(() => 0, { gapMs: 5000, untilMs: 60_000 })).toBeNull()
  })

  test('a beat ends the stall, and the next one is measured from there', () => {
    let busy = 0
    const clock = new StallClock(periodMs, () => busy)
    const reads: boolean[] = []
    for (const [beat, busyMs] of [
      [1, 0],
      [1, 0],
      [1, 1000],
      [2, 1000],
      [2, 1000],
      [2, 1999],
      [2, 2000],
    ] as const) {
      busy = busyMs
      reads.push(clock.read(beat, 0))
    }
    expect(reads).toEqual([false, false, true, false, false, false, true])
  })
})
