import { describe, expect, test } from 'bun:test'
import { compareVariants, shareInterval } from '../../../src/shared/campaign/compare-variants'

describe('shareInterval', () => {
  // Newcombe, Statistics in Medicine 17 (1998), 857–872, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%d of %d gives the published interval', (successes, total, low, high) => {
    const interval = shareInterval(successes, total)
    expect(interval?.low).toBeCloseTo(low, 4)
    expect(interval?.high).toBeCloseTo(high, 4)
  })

  test('no observation gives no interval', () => {
    expect(shareInterval(0, 0)).toBeNull()
  })

  test('every share lies within its interval, and the interval within 0 and 1', () => {
    for (let total = 1; total <= 60; total++)
      for (let successes = 0; successes <= total; successes++) {
        const { share, low, high } = shareInterval(successes, total) as NonNullable<ReturnType<typeof shareInterval>>
        expect([low >= 0, low <= share, share <= high, high <= 1]).toEqual([true, true, true, true])
      }
  })
})

describe('compareVariants', () => {
  test('texts with intervals apart have a best one', () => {
    const variants = [
      { variant: 1, sent: 500, answered: 40 },
      { variant: 2, sent: 500, answered: 120 },
      { variant: 3, sent: 500, answered: 50 },
    ]
    expect(compareVariants(variants)).toEqual({ result: 'best', variant: 2 })
  })

  test('texts with overlapping intervals have no best one yet', () => {
    const variants = [
      { variant: 1, sent: 20, answered: 2 },
      { variant: 2, sent: 20, answered: 6 },
    ]
    expect(compareVariants(variants)).toEqual({ result: 'unclear' })
  })

  test('one measured text is not compared', () => {
    expect(compareVariants([{ variant: 1, sent: 20, answered: 6 }])).toEqual({ result: 'alone' })
    const unsent = { variant: 2, sent: 0, answered: 0 }
    expect(compareVariants([{ variant: 1, sent: 20, answered: 6 }, unsent])).toEqual({ result: 'alone' })
  })
})
