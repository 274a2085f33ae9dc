import { addDays, dayIn, dayStart, zoneOrDefault } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { daysOfPeriod } from '../../../shared/report-periods'
import type { DashboardQuery } from './model'

/** A time window, UTC ISO, `to` exclusive, with its day and hour in the company's time zone. */
export interface TimeWindow {
  from: string
  to: string
  day: string
  hour: string | null
  /** Hours of a day on which the clocks change; other days have 24 hours that begin on the hour. */
  hours?: TimeWindow[]
}
export interface Period {
  first: string
  last: string
  days: TimeWindow[]
  /** UTC time at which the last day is cut off; null for whole days. */
  until: string | null
}

/** The days of a query. @throws ERR_VALIDATION (422) with the field that is missing, no day, out of order or too far */
export function periodOf(timeZone: string, query: DashboardQuery, now = new Date()): Period {
  const [first, last] = firstAndLastDay(timeZone, query, now)
  return { first, last, days: daysBetween(timeZone, first, last), until: null }
}

function daysBetween(timeZone: string, first: string, last: string): TimeWindow[] {
  const days: TimeWindow[] = []
  let from = dayStart(timeZone, first)
  for (let day = first; day <= last; ) {
    const next = addDays(day, 1)
    const to = dayStart(timeZone, next)
    if (to > from)
      days.push(dayWindow(timeZone, { from, to, day, hour: null })) // a few time zones have skipped a whole day
    ;[day, from] = [next, to]
  }
  return days
}

const hourMs = 3_600_000

const dayWindow = (timeZone: string, window: TimeWindow): TimeWindow =>
  Date.parse(window.to) - Date.parse(window.from) === 24 * hourMs
    ? window
    : { ...window, hours: hoursOf(timeZone, window) }

/** Hour of the local clock, 0 to 23, at a time (UTC ISO) within a day. */
export function hourOf({ from, hours }: TimeWindow, time: string): number {
  if (!hours) return Math.floor((Date.parse(time) - Date.parse(from)) / hourMs)
  return Number.parseInt(hours.findLast((hour) => hour.from <= time)?.hour ?? '0', 10)
}

/** The times of a day at which the local clock shows this hour: none or two when the clocks change. */
export function hourWindows({ from, hours }: TimeWindow, hour: number): Pick<TimeWindow, 'from' | 'to'>[] {
  if (hours) return hours.filter((each) => Number.parseInt(each.hour ?? '', 10) === hour)
  const begin = Date.parse(from) + hour * hourMs
  return [{ from: new Date(begin).toISOString(), to: new Date(begin + hourMs).toISOString() }]
}

/**
 * The days directly before a period, as many as it has. A period with today ends now, so that the earlier one ends at the
 * same local time of its own day. Null for a period that has not begun.
 */
export function periodBefore(timeZone: string, { first, last }: Period, now = new Date()): Period | null {
  const today = dayIn(timeZone, now)
  if (today < first) return null
  const length = Temporal.PlainDate.from(first).until(last).days + 1
  const [from, to] = [addDays(first, -length), addDays(first, -1)]
  const days = daysBetween(timeZone, from, to)
  if (today > last) return { first: from, last: to, days, until: null }
  const lastDay = addDays(today, -length)
  const until = sameTimeOn(timeZone, lastDay, now)
  return { first: from, last: lastDay, days: daysUntil(days, lastDay, until), until }
}

/** UTC ISO time at which the clocks of the zone show, on another day, what they show now. */
function sameTimeOn(timeZone: string, day: string, now: Date): string {
  const zone = zoneOrDefault(timeZone)
  const time = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainTime()
  return iso(Temporal.PlainDate.from(day).toPlainDateTime(time).toZonedDateTime(zone).toInstant())
}

/** The days up to the last one, which ends at this time. */
const daysUntil = (days: TimeWindow[], lastDay: string, end: string) =>
  days
    .filter(({ day }) => day <= lastDay)
    .map((window) => (window.day === lastDay && end < window.to ? { ...window, to: end } : window))
    .filter(({ from, to }) => from < to)

function firstAndLastDay(timeZone: string, query: DashboardQuery, now: Date): [string, string] {
  const { days, period, date_from, date_to } = query
  if (!date_from && !date_to) {
    if (period) return daysOfPeriod(period, dayIn(timeZone, now))
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
