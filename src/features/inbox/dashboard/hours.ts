import { addHours, averageMinutes, type Figures } from './figures'
import type { Dashboard } from './model'
import type { TimeWindow } from './period'

/** Figures of each day by day of the week and hour, in the order of both; hours without any are absent. */
export function weekHours(days: TimeWindow[], byDay: Figures[]): Dashboard['hours'] {
  const weekdays = Array.from({ length: 7 }, () => ({ hours: {} }) as Pick<Figures, 'hours'>)
  for (const [at, { day }] of days.entries()) addHours(weekdays[weekdayOf(day) - 1]!, byDay[at]!)
  return weekdays.flatMap(({ hours }, at) =>
    Object.entries(hours).map(([hour, { began, wait }]) => ({
      ...{ weekday: at + 1, hour: Number(hour), began, waits: wait.count, avgWaitTime: averageMinutes(wait) },
    })),
  )
}

/** Day of the week by ISO 8601, 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string) => Temporal.PlainDate.from(day).dayOfWeek
