import { daysBetween } from './recurrence'

/** Time that a company has paid for, by which a change of its plan is priced. Prices are integer cents for one period. */
export interface PaidTime {
  /** Days, `yyyy-mm-dd`, in the company's time zone. */
  today: string
  dueDate: string
  /** Days of the period that ends with `dueDate`. */
  periodDays: number
  /** False in a trial: nothing was paid. */
  isPaid: boolean
  value: number
  /** Cheaper plan chosen before, in force after the day `on`; days after it up to `dueDate` were paid at its price. */
  next: { value: number; on: string } | null
}

/** When a plan begins, and what it costs beside the invoices of the following periods. */
export interface PlanQuote {
  /** `now`: at once. `next`: after the day `on`. */
  kind: 'now' | 'next'
  on: string | null
  /** Difference for the days that are paid already, in integer cents, rounded up. */
  cents: number
}

/**
 * Price and time of a change of plan (docs/adr/0192). A dearer or equal plan begins at once, and its difference is counted
 * by the day, today included. A cheaper one begins after the last day paid at the present price. No money is given
 * back, so that no sequence of changes costs less than the plans used. In a trial, and once the licence has ended, no day is paid:
 * each plan begins at once.
 */
export function quotePlanChange(paid: PaidTime, value: number): PlanQuote {
  const { today, dueDate, periodDays, next } = paid
  if (!paid.isPaid || today > dueDate) return { kind: 'now', on: null, cents: 0 }
  const on = next && next.on < dueDate ? next.on : dueDate
  const present = Math.max(0, daysBetween(today, on) + 1)
  const following = daysBetween(today, dueDate) + 1 - present
  const followingCost = Math.max(0, value - (next?.value ?? paid.value)) * following
  if (value < paid.value && present > 0) return { kind: 'next', on, cents: Math.ceil(followingCost / periodDays) }
  const presentCost = Math.max(0, value - paid.value) * present
  return { kind: 'now', on: null, cents: Math.ceil((presentCost + followingCost) / periodDays) }
}
