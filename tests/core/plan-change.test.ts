import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays } from '../../src/core/time'
import { type PaidTime, quotePlanChange } from '../../src/shared/plan-change'

/** Price of a change of plan by the day (docs/adr/0192). */

const period = 30
const paid = (values: Partial<PaidTime> = {}): PaidTime => ({
  ...{
    today: '2026-11-16',
    dueDate: '2026-11-30',
    periodDays: period,
    graceDays: 0,
    isPaid: true,
    value: 3000,
    next: null,
  },
  ...values,
})
const now = (cents: number) => ({ kind: 'now', on: null, cents })

test.each([
  ['a dearer plan in the middle costs the days left, today included', paid(), 6000, now(1500)],
  ['on the last day it costs one day', paid({ today: '2026-11-30' }), 6000, now(100)],
  ['the difference is rounded up to a cent', paid(), 3001, now(1)],
  ['an equal price costs nothing', paid(), 3000, now(0)],
  ['periods paid ahead cost their days, too', paid({ dueDate: '2026-12-30' }), 6000, now(4500)],
  ['a cheaper plan follows after the paid time', paid(), 1000, { kind: 'next', on: '2026-11-30', cents: 0 }],
  ['in a trial each plan begins at once', paid({ isPaid: false }), 1000, now(0)],
  ['after the licence has ended each plan begins at once', paid({ today: '2026-12-01' }), 1000, now(0)],
  ['within grace a dearer plan is in the next invoice', paid({ today: '2026-12-03', graceDays: 5 }), 6000, now(0)],
  ['within grace a cheaper one costs the days worked', paid({ today: '2026-12-03', graceDays: 5 }), 1500, now(150)],
  ['after grace it costs the days of grace', paid({ today: '2026-12-20', graceDays: 5 }), 1500, now(250)],
])('%s', (_, time, value, quote) => {
  expect(quotePlanChange(time, value)).toEqual(quote as never)
})

test('a cheaper plan that was chosen is given up without a price while the following time is unpaid', () => {
  const next = { value: 1000, on: '2026-11-30' }
  expect(quotePlanChange(paid({ next }), 3000)).toEqual(now(0) as never)
  expect(quotePlanChange(paid({ next }), 2000)).toEqual({ kind: 'next', on: '2026-11-30', cents: 0 })
})

test('days paid at the price of the cheaper plan cost the difference when it is given up', () => {
  const time = paid({ dueDate: '2026-12-30', next: { value: 1000, on: '2026-11-30' } })
  expect(quotePlanChange(time, 3000)).toEqual(now(2000) as never)
  expect(quotePlanChange(time, 2000)).toEqual({ kind: 'next', on: '2026-11-30', cents: 1000 })
  expect(quotePlanChange(time, 6000)).toEqual(now(1500 + 5000) as never)
  expect(quotePlanChange(time, 500)).toEqual({ kind: 'next', on: '2026-11-30', cents: 0 })
})

const price = fc.integer({ min: 1, max: 100_000 })
/** Rare, so that licences end. */
const pays = fc.integer({ min: 0, max: 19 }).map((n) => n === 0)
/** One day of a company: it may change its plan, several times, and pay its next period, with what it owes. */
const day = fc.record({ choices: fc.array(price, { maxLength: 3 }), pays })

/** A company that has paid its first period of 30 days and has days of grace, with the sum of its payments and debts. */
class Simulation {
  today = '2026-01-01'
  dueDate = addDays(this.today, period - 1)
  next: PaidTime['next'] = null
  changes = 0
  /** True once a cheaper plan was chosen, or the licence has lain idle: no money is given back for them. */
  hasLost = false
  cents: number
  /** Prices of the days used so far; a thirtieth of it is their worth. */
  used = 0

  constructor(
    private value: number,
    private graceDays: number,
  ) {
    this.cents = value
  }

  live({ choices, pays }: { choices: number[]; pays: boolean }) {
    this.beginNextPlan()
    const works = this.today <= addDays(this.dueDate, this.graceDays)
    for (const choice of choices) this.choose(choice)
    if (pays) this.pay()
    if (works) this.used += this.value
    this.today = addDays(this.today, 1)
  }

  /** Worth of the plans used, and of those paid for the days to come. */
  worth(): number {
    if (this.today > addDays(this.dueDate, 1)) this.pay()
    while (this.today <= this.dueDate) this.live({ choices: [], pays: false })
    return this.used / period
  }

  private beginNextPlan() {
    if (!this.next || this.next.on >= this.today) return
    this.value = this.next.value
    this.next = null
  }

  private choose(choice: number) {
    const { today, dueDate, graceDays, value, next } = this
    const quote = quotePlanChange({ today, dueDate, periodDays: period, graceDays, isPaid: true, value, next }, choice)
    expect(Number.isSafeInteger(quote.cents) && quote.cents >= 0).toBe(true)
    this.next = quote.kind === 'now' ? null : { value: choice, on: quote.on as string }
    if (quote.kind === 'now') this.value = choice
    this.hasLost ||= quote.kind === 'next' || today > dueDate
    this.cents += quote.cents
    this.changes++
  }

  private pay() {
    this.cents += this.next?.value ?? this.value
    const graceStart = addDays(this.today, -this.graceDays)
    if (graceStart > this.dueDate) this.dueDate = graceStart
    this.dueDate = addDays(this.dueDate, period)
  }
}

test('no sequence of changes and payments costs less than the plans used, nor a cent more than each change rounds', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 0, max: 15 }), fc.array(day, { maxLength: 90 }), (first, grace, days) => {
      const company = new Simulation(first, grace)
      for (const each of days) company.live(each)
      const worth = company.worth()
      expect(company.cents).toBeGreaterThanOrEqual(worth - 1e-6)
      if (!company.hasLost) expect(company.cents).toBeLessThanOrEqual(worth + company.changes + 1e-6)
    }),
    { numRuns: 2000 },
  )
})

test('no sequence of changes within grace costs less than the plans used', () => {
  const graceDay = fc.record({ choices: fc.array(price, { maxLength: 2 }), pays: fc.constant(false) })
  fc.assert(
    fc.property(price, fc.array(graceDay, { maxLength: 15 }), (first, days) => {
      const company = new Simulation(first, 15)
      for (let day = 0; day < period; day++) company.live({ choices: [], pays: false })
      for (const each of days) company.live(each)
      const worth = company.worth()
      expect(company.cents).toBeGreaterThanOrEqual(worth - 1e-6)
    }),
    { numRuns: 2000 },
  )
})

test('to and fro on one day costs what one way costs', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 9999 }), (value, more) => {
      const there = quotePlanChange(paid({ value }), value + more)
      const back = quotePlanChange(paid({ value: value + more }), value)
      const next = { value, on: back.on as string }
      const again = quotePlanChange(paid({ value: value + more, next }), value + more)
      expect([back.kind, back.cents, again.kind, again.cents]).toEqual(['next', 0, 'now', 0])
      expect(there.cents).toBe(Math.ceil((more * 15) / period))
    }),
  )
})
