import { addDays, dayIn, momentIn } from '../../../core/time'

/** Day (1 Monday to 7 Sunday) and hour of a weekly mail in the company's time zone. */
export interface MailTime {
  weekday: number
  hour: number
}

/** Monday of the week of a time in a time zone, `yyyy-mm-dd`. */
const weekIn = (zone: string, at: Date): string => {
  const day = dayIn(zone, at)
  return addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek)
}

/** Time (UTC ISO) of the mail in the week of a Monday; a skipped hour becomes the following one, a repeated the first. */
export const mailAt = (zone: string, week: string, { weekday, hour }: MailTime): string =>
  momentIn(zone, `${addDays(week, weekday - 1)}T${String(hour).padStart(2, '0')}:00`)

export const weekAfter = (week: string): string => addDays(week, 7)

/** First week whose mail is still to come, not before `notBefore`. */
export function firstWeek(zone: string, time: MailTime, now: Date, notBefore: string | null): string {
  const present = weekIn(zone, now)
  const next = mailAt(zone, present, time) > now.toISOString() ? present : weekAfter(present)
  return notBefore !== null && notBefore > next ? notBefore : next
}

/**
 * Latest week, from the planned one on, whose time has come; null before it. Weeks that passed while the server was off
 * are skipped.
 */
export function dueWeek(zone: string, time: MailTime, planned: string, now: Date): string | null {
  const at = now.toISOString()
  if (mailAt(zone, planned, time) > at) return null
  const present = weekIn(zone, now)
  const latest = mailAt(zone, present, time) > at ? addDays(present, -7) : present
  return latest > planned ? latest : planned
}
