import { addDay, type Hours, openSpans, wallIn } from './hours'

/** Days that `openMinutesBetween` counts at most. */
const maxDays = 60
const dayMinutes = 24 * 60

/**
 * Returns the open minutes between two moments, at most those of the last 60 days. Local times are counted, so that a
 * change of the clock shifts the result by an hour.
 */
export function openMinutesBetween(hours: Hours, from: Date, until: Date, timeZone: string): number {
  const [start, end] = [wallIn(timeZone, from), wallIn(timeZone, until)]
  let minutes = 0
  for (let back = 0; back < maxDays; back++) {
    const date = addDay(end.date, -back)
    if (date < start.date) break
    const [first, last] = [date === start.date ? start.minute : 0, date === end.date ? end.minute : dayMinutes]
    for (const [opens, closes] of openSpans(hours, date))
      minutes += Math.max(0, Math.min(closes, last) - Math.max(opens, first))
  }
  return minutes
}
