import { language } from '../../../lib/language'

/** Calendar day as `yyyy-mm-dd`, without time or zone, so that daylight saving time cannot move it. */
export type Day = string

const utcDate = (day: Day) => new Date(`${day}T00:00:00Z`)
const dayOfUtc = (moment: Date): Day => moment.toISOString().slice(0, 10)

export function addDays(day: Day, days: number): Day {
  const moment = utcDate(day)
  moment.setUTCDate(moment.getUTCDate() + days)
  return dayOfUtc(moment)
}

/** Same day of another month, at most its last day. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOfUtc(new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last))))
}

/** Weeks start on Sunday, as in Brazil. */
export const startOfWeek = (day: Day): Day => addDays(day, -utcDate(day).getUTCDay())

export const weekOf = (day: Day): Day[] => Array.from({ length: 7 }, (_, n) => addDays(startOfWeek(day), n))

/** First and last day of a month. */
export function monthDays(day: Day): [Day, Day] {
  const first = `${day.slice(0, 8)}01`
  return [first, addDays(addMonths(first, 1), -1)]
}

/** Whole weeks that contain a month. */
export function monthOf(day: Day): Day[][] {
  const first = startOfWeek(`${day.slice(0, 8)}01`)
  const next = `${addMonths(`${day.slice(0, 8)}01`, 1)}`
  const weeks: Day[][] = []
  for (let sunday = first; sunday < next; sunday = addDays(sunday, 7)) weeks.push(weekOf(sunday))
  return weeks
}

export const sameMonth = (one: Day, other: Day) => one.slice(0, 7) === other.slice(0, 7)

const formatDay = (day: Day, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language.peek() === 'pt' ? 'pt-BR' : language.peek(), { timeZone: 'UTC', ...options }).format(
    utcDate(day),
  )

/** Such as `novembro de 2026`. */
export const monthName = (day: Day) => formatDay(day, { month: 'long', year: 'numeric' })
export const weekday = (day: Day, style: 'long' | 'short' = 'long') =>
  formatDay(day, { weekday: style }).replace('.', '')
/** dd/MM/yyyy */
export const showDay = (day: Day) => day.split('-').reverse().join('/')
/** Such as `sábado, 21/11/2026`, for screen readers. */
export const spokenDay = (day: Day) => `${weekday(day)}, ${showDay(day)}`
