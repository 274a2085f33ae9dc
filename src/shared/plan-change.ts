import { daysBetween } from './recurrence'

/** Time that a company has paid for, by which a change of its plan is priced. Prices are integer cents for one period. */
export interface PaidTime {
  /** Days, `yyyy-mm-dd`, in the company's time zone. */
  today: string
  dueDate: string
  /** Days of the period that `today` is in: the one that ends with `dueDate`, or the unpaid one after it. */
  periodDays: number
  /** Days after `dueDate` on which the company works before it pays (docs/adr/0190). */
  graceDays: number
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
  /** Difference for the days that are paid already, or worked since the due date, in integer cents, rounded up. */
  cents: number
}

/**
 * Price and time of a change of plan (docs/adr/0192). A dearer or equal plan begins at once, and its difference is counted
 * by the day, today included. A cheaper one begins after the last day paid at the present price. No money is given
 * back, so that no sequence of changes costs less than the plans used.
 *
 * After the due date no day is paid, and each plan begins at once: the next invoice has its price for the whole period. A
 * cheaper one costs the difference for the days of grace worked so far, today included, since the dearer one was used on
 * them. In a trial nothing is owed.
 */
export function quotePlanChange(paid: PaidTime, value: number): PlanQuote {
  const { today, dueDate, periodDays, next } = paid
  if (!paid.isPaid) return { kind: 'now', on: null, cents: 0 }
  if (today > dueDate) return { kind: 'now', on: null, cents: costOfWorkedDays(paid, value) }
  const on = next && next.on < dueDate ? next.on : dueDate
  const present = Math.max(0, daysBetween(today, on) + 1)
  const following = daysBetween(today, dueDate) + 1 - present
  const followingCost = Math.max(0, value - (next?.value ?? paid.value)) * following
  if (value < paid.value && present > 0) return { kind: 'next', on, cents: Math.ceil(followingCost / periodDays) }
  const presentCost = Math.max(0, value - paid.value) * present
  return { kind: 'now', on: null, cents: Math.ceil((presentCost + followingCost) / periodDays) }
}

/** Price of the days of grace worked at the present price, less that of the cheaper plan that the next invoice has. */
function costOfWorkedDays({ today, dueDate, periodDays, graceDays, value: current, next }: PaidTime, value: number) {
  const present = next && next.on < today ? next.value : current
  const worked = Math.min(graceDays, daysBetween(dueDate, today))
  return Math.ceil((Math.max(0, present - value) * worked) / periodDays)
}
