import { me } from './session'

const fallbackZone = 'America/Sao_Paulo'
/** Times are UTC everywhere; only formatting applies the company's time zone. */
const zone = () => me.peek()?.company.timeZone || fallbackZone

const formats = new Map<string, Intl.DateTimeFormat>()
function parts(iso: string): Record<string, string> {
  const timeZone = zone()
  let format = formats.get(timeZone)
  if (!format) {
    const twoDigits = '2-digit'
    const fields = {
      year: 'numeric',
      month: twoDigits,
      day: twoDigits,
      hour: twoDigits,
      minute: twoDigits,
      hourCycle: 'h23',
    } as const
    format = new Intl.DateTimeFormat('en-GB', { ...fields, timeZone })
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
}

/** dd/MM/yyyy in every language. */
export function formatDate(iso: string) {
  const { day, month, year } = parts(iso)
  return `${day}/${month}/${year}`
}

/** HH:mm:ss */
export const formatSeconds = (iso: string) => `${formatTime(iso)}:${iso.slice(17, 19)}`

/** HH:mm */
export function formatTime(iso: string) {
  const { hour, minute } = parts(iso)
  return `${hour}:${minute}`
}

/** dd/MM/yyyy HH:mm */
export const formatDateTime = (iso: string) => `${formatDate(iso)} ${formatTime(iso)}`

const today = (now: Date) => formatDate(now.toISOString())
const yesterday = (now: Date) => formatDate(new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString())

/** Day in the company's time zone: 'today', 'yesterday', else dd/MM/yyyy. The caller translates the words. */
export function relativeDay(iso: string, now = new Date()): 'today' | 'yesterday' | (string & {}) {
  const formattedDate = formatDate(iso)
  if (formattedDate === today(now)) return 'today'
  return formattedDate === yesterday(now) ? 'yesterday' : formattedDate
}

/** Time for a list row: HH:mm today, 'yesterday', else dd/MM/yy. */
export function shortTime(iso: string, now = new Date()): 'yesterday' | (string & {}) {
  const dayText = relativeDay(iso, now)
  if (dayText === 'today') return formatTime(iso)
  return dayText === 'yesterday' ? dayText : `${dayText.slice(0, 6)}${dayText.slice(8)}`
}

/** Day of a moment, `yyyy-mm-dd`, in the company's time zone. */
export const dayOf = (iso: string): string => formatDate(iso).split('/').reverse().join('-')

/** Last day of a licence as dd/MM/yyyy; a calendar day, independent of time zones. */
export const dueDay = (dueDate: string) => dueDate.slice(0, 10).split('-').reverse().join('/')

/** Days until the last day of a licence, by the company's calendar: 0 on that day, negative after it. */
export function daysLeft(dueDate: string, now = new Date()): number {
  const { year, month, day: dayOfMonth } = parts(now.toISOString())
  const start = Date.parse(`${year}-${month}-${dayOfMonth}T00:00:00Z`)
  return Math.round((Date.parse(`${dueDate.slice(0, 10)}T00:00:00Z`) - start) / (24 * 60 * 60 * 1000))
}

/** m:ss, for voice notes and timers. */
export function formatDuration(seconds: number) {
  const total = Math.max(0, Math.round(seconds))
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`
}
