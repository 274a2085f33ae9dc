import { addDays, dayIn, momentIn } from '../../../../core/time'

/** Time (UTC ISO) of the overview of a day; a skipped hour becomes the following one, a repeated one the first. */
export const overviewAt = (zone: string, day: string, hour: number): string =>
  momentIn(zone, `${day}T${String(hour).padStart(2, '0')}:00`)

/** First day whose overview is still to come, not before `notBefore`. */
export function firstDay(zone: string, hour: number, now: Date, notBefore = ''): string {
  const today = dayIn(zone, now)
  const next = overviewAt(zone, today, hour) > now.toISOString() ? today : addDays(today, 1)
  return notBefore > next ? notBefore : next
}

/**
 * Latest day, from the planned one on, whose time has come; null before it. Days that passed while the server was off
 * are skipped.
 */
export function dueDay(zone: string, hour: number, planned: string, now: Date): string | null {
  const at = now.toISOString()
  if (overviewAt(zone, planned, hour) > at) return null
  const today = dayIn(zone, now)
  const latest = overviewAt(zone, today, hour) > at ? addDays(today, -1) : today
  return latest > planned ? latest : planned
}
