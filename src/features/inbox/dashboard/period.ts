import { addDays, dayIn, dayStart, zoneOrDefault } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import type { DashboardQuery } from './model'

/** A time window, UTC ISO, `to` exclusive, with its day and hour in the company's time zone. */
export interface TimeWindow {
  from: string
  to: string
  day: string
  hour: string | null
}
export interface Period {
  first: string
  last: string
  days: TimeWindow[]
}

/** The days of a query. @throws ERR_VALIDATION (422) with the field that is missing, no day, out of order or too far */
export function periodOf(timeZone: string, query: DashboardQuery, now = new Date()): Period {
  const [first, last] = firstAndLastDay(timeZone, query, now)
  const days: TimeWindow[] = []
  let from = dayStart(timeZone, first)
  for (let day = first; day <= last; ) {
    const next = addDays(day, 1)
    const to = dayStart(timeZone, next)
    if (to > from)
      days.push({ from, to, day, hour: null }) // a few time zones have skipped a whole day
    ;[day, from] = [next, to]
  }
  return { first, last, days }
}

function firstAndLastDay(timeZone: string, { days, date_from, date_to }: DashboardQuery, now: Date): [string, string] {
  if (!date_from && !date_to) {
    if (!days) throw invalidField('days')
    const today = dayIn(timeZone, now)
    return [addDays(today, 1 - days), today]
  }
  if (!isDay(date_from)) throw invalidField('date_from')
  if (!isDay(date_to) || date_to < date_from) throw invalidField('date_to')
  if (date_to >= addDays(date_from, limits.dashboardDays.max)) throw invalidField('date_to')
  return [date_from, date_to]
}

const invalidField = (field: keyof DashboardQuery) => new AppError('ERR_VALIDATION', { fields: [field] })

function isDay(text: string | undefined): text is string {
  try {
    return text !== undefined && text >= '1970' && Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/** The hours of a day: 23 or 25 when the clocks change; then one hour is missing or occurs twice. */
export function hoursOf(timeZone: string, { from, to, day }: TimeWindow): TimeWindow[] {
  const hours: TimeWindow[] = []
  const end = Temporal.Instant.from(to)
  let at = Temporal.Instant.from(from)
  while (Temporal.Instant.compare(at, end) < 0) {
    const local = at.toZonedDateTimeISO(zoneOrDefault(timeZone))
    const whole = at.add({ minutes: 60 - local.minute })
    const next = Temporal.Instant.compare(whole, end) < 0 ? whole : end
    hours.push({ from: iso(at), to: iso(next), day, hour: `${String(local.hour).padStart(2, '0')}:00` })
    at = next
  }
  return hours
}

const iso = (at: Temporal.Instant) => new Date(at.epochMilliseconds).toISOString()
