import { limits } from './limits'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** Portuguese weekday names on the wire; the interface has its own. */
export const weekdayNames: Record<Weekday, string> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo',
}

/** Two windows of a day in local time, `HH:mm`; the second may be empty. */
export interface Windows {
  startTime: string
  endTime: string
  startTimeB: string
  endTimeB: string
}
export interface DayHours extends Windows {
  weekdayEn: Weekday
  /** Portuguese name, for the wire; rules use `weekdayEn`. */
  weekday?: string
}
/** A date with windows of its own, or none; a `yearly` one repeats on the same day and month. */
export interface Holiday extends Windows {
  date: string
  name: string
  yearly: boolean
}
/** Opening hours: one row per weekday, and holidays. */
export interface Hours {
  schedules: DayHours[]
  holidays: Holiday[]
}

/** The hours of a queue or connection, without its other fields. */
export const hoursOnly = ({ schedules, holidays }: Hours): Hours => ({ schedules, holidays })

const day = (weekdayEn: Weekday, startTime: string, endTime: string): DayHours => ({
  weekdayEn,
  startTime,
  endTime,
  startTimeB: '',
  endTimeB: '',
})

/** Hours of a company, queue or connection that were never set. */
export const usualHours: Hours = {
  schedules: [
    ...weekdays.slice(0, 5).map((weekday) => day(weekday, '08:00', '18:00')),
    day('saturday', '08:00', '12:00'),
    day('sunday', '00:00', '00:00'),
  ],
  holidays: [],
}

/** Local date and minute of a moment. */
interface Wall {
  /** `yyyy-mm-dd` */
  date: string
  /** Minute of the day, 0 to 1439. */
  minute: number
}

/** True within opening hours, in the local time of the zone. */
export function isOpen(hours: Hours, at: Date, timeZone: string): boolean {
  const { date, minute } = wallIn(timeZone, at)
  if (spans(windowsOn(hours, date)).some(([start, end]) => start <= minute && minute < end)) return true
  // A window that crosses midnight belongs to the day it began on.
  return spans(windowsOn(hours, addDay(date, -1))).some(([, end]) => minute + dayMinutes < end)
}

/** Days that `openTimeAgo` looks back. */
const maxDaysBack = 60

/**
 * Returns the moment since which the hours were open for this many minutes; null while closed, and when the last 60
 * days have fewer. Local times are counted, so that a change of the clock shifts the result by an hour.
 */
export function openTimeAgo(hours: Hours, at: Date, minutes: number, timeZone: string): Date | null {
  if (!isOpen(hours, at, timeZone)) return null
  const { date, minute } = wallIn(timeZone, at)
  let rest = minutes
  for (let back = 0; back <= maxDaysBack; back++) {
    const end = back === 0 ? minute : dayMinutes
    for (const [from, until] of openSpans(hours, addDay(date, -back)).reverse()) {
      const stop = Math.min(until, end)
      if (stop - from >= rest) return new Date(at.getTime() - (back * dayMinutes + minute - stop + rest) * 60_000)
      rest -= Math.max(0, stop - from)
    }
  }
  return null
}

/** Open minutes of a calendar day in order, those of a window that began the day before included. */
export function openSpans(hours: Hours, date: string): [start: number, end: number][] {
  const spilled = spans(windowsOn(hours, addDay(date, -1))).map(([, end]) => [0, end - dayMinutes] as [number, number])
  const own = spans(windowsOn(hours, date)).map(
    ([start, end]) => [start, Math.min(end, dayMinutes)] as [number, number],
  )
  const sorted = [...spilled, ...own].filter(([start, end]) => end > start).sort(([a], [b]) => a - b)
  return sorted.map(([start, end], at) => [Math.max(start, sorted[at - 1]?.[1] ?? 0), end])
}

/** Windows of a calendar day: a holiday of that date, else a yearly one, else the weekday. */
export function windowsOn({ schedules, holidays }: Hours, date: string): Windows | undefined {
  const yearly = (holiday: Holiday) => holiday.yearly && holiday.date.slice(5) === date.slice(5)
  return (
    holidays.find((holiday) => !holiday.yearly && holiday.date === date) ??
    holidays.find(yearly) ??
    schedules.find(({ weekdayEn }) => weekdayEn === weekdayOf(date))
  )
}

const dayMinutes = 24 * 60

/** Windows in minutes; an end before its start is on the next day. An empty window, or one of length 0, is closed. */
export function spans(windows: Windows | undefined): [start: number, end: number][] {
  if (!windows) return []
  const { startTime, endTime, startTimeB, endTimeB } = windows
  return [span(startTime, endTime), span(startTimeB, endTimeB)].filter((each) => each !== null)
}

function span(from: string, until: string): [number, number] | null {
  if (!isTime(from) || !isTime(until) || from === until) return null
  const [start, end] = [minuteOf(from), minuteOf(until)]
  // 23:59 is how a field for times says the end of the day; its last minute is part of it.
  if (until === '23:59') return [start, dayMinutes]
  return [start, end < start ? end + dayMinutes : end]
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const clocks = new Map<string, Intl.DateTimeFormat>()

export function wallIn(timeZone: string, at: Date): Wall {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone)
  clocks.set(timeZone, clock)
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  const minute = Number(parts.hour) * 60 + Number(parts.minute)
  return { date: `${parts.year}-${parts.month}-${parts.day}`, minute }
}

const numeric = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', calendar: 'gregory', ...numeric })

export const addDay = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMinutes * 60_000).toISOString().slice(0, 10)
const weekdayOf = (date: string) => weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] as Weekday

/** Fault of opening hours with its path, such as `schedules.0.endTime`. */
export interface HoursFault {
  field: string
  fault: 'time' | 'half' | 'overlap' | 'days' | 'date' | 'twin' | 'name' | 'many'
}

/** First fault of opening hours, or null. The server refuses it; the form shows it at the field. */
export function faultOf({ schedules, holidays }: Hours): HoursFault | null {
  if (schedules.length !== 7 || weekdays.some((name) => !schedules.some(({ weekdayEn }) => weekdayEn === name)))
    return { field: 'schedules', fault: 'days' }
  if (holidays.length > limits.holidays) return { field: 'holidays', fault: 'many' }
  for (const [at, windows] of schedules.entries()) {
    const fault = windowFault(windows, `schedules.${at}`)
    if (fault) return fault
  }
  for (const [at, holiday] of holidays.entries()) {
    const fault = holidayFault(holiday, `holidays.${at}`, holidays.slice(0, at))
    if (fault) return fault
  }
  return null
}

function holidayFault(holiday: Holiday, place: string, before: Holiday[]): HoursFault | null {
  if (!isDate(holiday.date)) return { field: `${place}.date`, fault: 'date' }
  if (holiday.name.length > limits.holidayName.max) return { field: `${place}.name`, fault: 'name' }
  const day = ({ date, yearly }: Holiday) => (yearly ? date.slice(5) : date)
  if (before.some((other) => day(other) === day(holiday))) return { field: `${place}.date`, fault: 'twin' }
  return windowFault(holiday, place)
}

function windowFault(windows: Windows, place: string): HoursFault | null {
  const pairs = [
    ['startTime', 'endTime'],
    ['startTimeB', 'endTimeB'],
  ] as const
  for (const pair of pairs) {
    for (const name of pair)
      if (windows[name] && !isTime(windows[name])) return { field: `${place}.${name}`, fault: 'time' }
    const [missing] = pair.filter((name) => !windows[name])
    if (missing && pair.some((name) => windows[name])) return { field: `${place}.${missing}`, fault: 'half' }
  }
  const [first, second] = spans(windows)
  if (first && second && overlap(first, second)) return { field: `${place}.startTimeB`, fault: 'overlap' }
  return null
}

/** True when windows overlap, also over midnight. */
const overlap = ([a, b]: [number, number], [c, d]: [number, number]) =>
  [-dayMinutes, 0, dayMinutes].some((turn) => a + turn < d && c < b + turn)

/** True for an existing calendar day; 30 February is not one. */
export const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
