import { addDay, type Hours, openSpans, wallIn } from './hours'

/** Days that `openTimeAfter` looks ahead. */
const maxDays = 366
const dayMinutes = 24 * 60

/**
 * Returns the moment at which the hours will have been open for this many minutes; null when the next 366 days have
 * fewer. Local times are counted, so that a change of the clock shifts the result by an hour.
 */
export function openTimeAfter(hours: Hours | null, from: Date, minutes: number, timeZone: string): Date | null {
  if (hours === null) return new Date(from.getTime() + minutes * 60_000)
  const { date, minute } = wallIn(timeZone, from)
  let rest = minutes
  for (let ahead = 0; ahead <= maxDays; ahead++) {
    const start = ahead === 0 ? minute : 0
    for (const [opens, closes] of openSpans(hours, addDay(date, ahead))) {
      const begin = Math.max(opens, start)
      if (closes - begin >= rest)
        return new Date(from.getTime() + (ahead * dayMinutes + begin + rest - minute) * 60_000)
      rest -= Math.max(0, closes - begin)
    }
  }
  return null
}
