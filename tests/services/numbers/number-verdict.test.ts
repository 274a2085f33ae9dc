import { describe, expect, test } from 'bun:test'
import { judgeNumber, type NumberFacts } from '../../../src/shared/number-verdict'

const now = Date.parse('2026-11-23T12:00:00.000Z')
const hours = (count: number) => new Date(now + count * 3_600_000).toISOString()
const facts = (change: Partial<NumberFacts> = {}): NumberFacts => ({
  limits: {},
  refusedAt: null,
  lockedUntil: null,
  day: { sent: 0, failed: 0 },
  before: { sent: 0, delivered: 0, begun: 0, answered: 0 },
  ...change,
})
const judged = (change: Partial<NumberFacts>) => judgeNumber(facts(change), now)
const quota = (
  used: number,
  total: number,
  status = 'NONE',
  endsAt: string | null = hours(48),
): NumberFacts['limits'] => ({
  newChats: { status, used, total, endsAt },
})
const lock = (until: string | null, active = true) => ({ reachOut: { active, until, kind: 'BIZ_QUALITY' } })

describe('the verdict of a number', () => {
  test('a number without limits and figures is good', () => {
    expect(judged({})).toEqual({ grade: 'good', reason: null, until: null })
  })

  test('a time-lock stops until its end, and one without an end stops', () => {
    expect(judged({ limits: lock(hours(3)) })).toEqual({ grade: 'stop', reason: 'timeLock', until: hours(3) })
    expect(judged({ limits: lock(null) })).toEqual({ grade: 'stop', reason: 'timeLock', until: null })
    expect(judged({ limits: lock(hours(-1)) }).grade).toBe('good')
    expect(judged({ limits: lock(hours(3), false) }).grade).toBe('good')
  })

  test('a used quota stops until the end of its cycle, and a nearly used one asks for care', () => {
    expect(judged({ limits: quota(50, 50) })).toEqual({ grade: 'stop', reason: 'quotaReached', until: hours(48) })
    expect(judged({ limits: quota(49, 50, 'CAPPED') }).reason).toBe('quotaReached')
    expect(judged({ limits: quota(50, 50, 'CAPPED', hours(-1)) }).grade).toBe('good')
    expect(judged({ limits: quota(40, 50) })).toEqual({ grade: 'careful', reason: 'quotaWarning', until: hours(48) })
    expect(judged({ limits: quota(1, 50, 'FIRST_WARNING') }).reason).toBe('quotaWarning')
    expect(judged({ limits: quota(39, 50) }).grade).toBe('good')
  })

  test('a time-lock counts before a used quota', () => {
    expect(judged({ limits: { ...quota(50, 50), ...lock(hours(1)) } }).reason).toBe('timeLock')
  })

  test('a refusal stops for an hour and asks for care for a day', () => {
    const refusedAt = new Date(now - 10 * 60_000).toISOString()
    expect(judged({ refusedAt })).toEqual({
      grade: 'stop',
      reason: 'refused',
      until: new Date(now + 50 * 60_000).toISOString(),
    })
    expect(judged({ refusedAt: hours(-2) })).toEqual({ grade: 'careful', reason: 'wasRefused', until: hours(22) })
  })

  test('three days after a time-lock ask for care', () => {
    expect(judged({ lockedUntil: hours(-24) })).toEqual({ grade: 'careful', reason: 'wasLocked', until: hours(48) })
    expect(judged({ lockedUntil: hours(-73) }).grade).toBe('good')
  })

  test.each<[string, Partial<NumberFacts>, Partial<NumberFacts>]>([
    ['manyFailed', { day: { sent: 19, failed: 1 } }, { day: { sent: 18, failed: 1 } }],
    [
      'manyUndelivered',
      { before: { sent: 20, delivered: 17, begun: 0, answered: 0 } },
      { before: { sent: 20, delivered: 18, begun: 0, answered: 0 } },
    ],
    [
      'manyUnanswered',
      { before: { sent: 40, delivered: 40, begun: 40, answered: 1 } },
      { before: { sent: 40, delivered: 40, begun: 40, answered: 2 } },
    ],
  ])('%s asks for care from its share on', (reason, bad, good) => {
    expect(judged(bad)).toEqual({ grade: 'careful', reason: reason as never, until: null })
    expect(judged(good).grade).toBe('good')
  })
})
