import { type Recurrence, recurrences } from './enums'

/**
 * Adds months to a `yyyy-mm-dd` day; a missing day becomes the last of that month.
 * @param on day of the month of the result, if it differs from that of `day`
 */
export function addMonths(day: string, months: number, on?: number): string {
  const [year, month, date] = partsOf(day)
  const all = year * 12 + (month - 1) + months
  const [newYear, newMonth] = [Math.floor(all / 12), (((all % 12) + 12) % 12) + 1]
  const last = daysIn(newYear, newMonth)
  return `${pad(newYear, 4)}-${pad(newMonth)}-${pad(Math.min(on ?? date, last))}`
}

/** A due date, and the day of the month that it falls on in months that have it; null means the day of `dueDate`. */
export interface Due {
  dueDate: string
  billingDay: number | null
}

/**
 * The day of the month of a due date that was agreed on: a due date on the 31st falls on 28 February and on 31 March
 * again. A stored day counts only while the due date is the last of its month and the month lacks that day.
 */
export function billingDayOf({ dueDate, billingDay }: Due): number {
  const [year, month, date] = partsOf(dueDate)
  return date === daysIn(year, month) && billingDay !== null && billingDay > date ? billingDay : date
}

/** Due date one period later, on the day of the month agreed on. */
export function renewed(due: Due, recurrence: Recurrence): { dueDate: string; billingDay: number } {
  const billingDay = billingDayOf(due)
  return { dueDate: addMonths(due.dueDate, recurrences[recurrence], billingDay), billingDay }
}

/**
 * Due date after a payment: one period after the later of the due date and `graceStart`, today less the days of grace. An
 * early payment loses no day. One within the days of grace pays for the days worked (ADR 0190). A later one pays for no
 * day without work, and its start becomes the day of the month agreed on.
 */
export const renewedByPayment = (due: Due, graceStart: string, recurrence: Recurrence) =>
  renewed(due.dueDate.slice(0, 10) < graceStart ? { dueDate: graceStart, billingDay: null } : due, recurrence)

/** Whole days from one `yyyy-mm-dd` day to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => (epochOf(to) - epochOf(from)) / 86_400_000

const epochOf = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)

/** @throws RangeError for a text that is not a calendar day */
function partsOf(day: string): [number, number, number] {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day)?.map(Number) ?? []
  if (!year || !month || !date || month > 12 || date > daysIn(year, month)) throw new RangeError(`no such day: ${day}`)
  return [year, month, date]
}

/** Day 0 of the next month is the last of this one. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
const pad = (number: number, length = 2) => String(number).padStart(length, '0')
