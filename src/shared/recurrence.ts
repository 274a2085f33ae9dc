import { type Recurrence, recurrences } from './enums'

/** A `yyyy-mm-dd` day some months on; where that month has no such day, its last one. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day)
  const all = year * 12 + (month - 1) + months
  const [newYear, newMonth] = [Math.floor(all / 12), (((all % 12) + 12) % 12) + 1]
  const last = daysIn(newYear, newMonth)
  return `${pad(newYear, 4)}-${pad(newMonth)}-${pad(Math.min(date, last))}`
}

/**
 * The day a licence ends once a period has been paid: a period on from the later of its end and today, so that who
 * pays early loses no day and who pays late pays for none that is gone.
 */
export const renewedUntil = (dueDate: string, today: string, recurrence: Recurrence): string =>
  addMonths(dueDate.slice(0, 10) > today ? dueDate.slice(0, 10) : today, recurrences[recurrence])

/** Whole days from one `yyyy-mm-dd` day to another; negative when the second is the earlier. */
export const daysBetween = (from: string, to: string): number => (epochOf(to) - epochOf(from)) / 86_400_000

const epochOf = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)

/** @throws RangeError for what is no day */
function partsOf(day: string): [number, number, number] {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day)?.map(Number) ?? []
  if (!year || !month || !date || month > 12 || date > daysIn(year, month)) throw new RangeError(`no such day: ${day}`)
  return [year, month, date]
}

/** Day 0 of the next month is the last of this one. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
const pad = (number: number, length = 2) => String(number).padStart(length, '0')
