import { addDay, type Hours, isOpen, spans, type Weekday, wallIn, weekdays, windowsOn } from '../hours'
import type { CampaignSettings } from './settings'

type Window = Pick<CampaignSettings, 'windowStart' | 'windowEnd' | 'windowDays'>

const minute = 60_000
const dayMinutes = 24 * 60

/** Returns the hours in which campaign messages leave, as opening hours. */
function hoursOf({ windowStart, windowEnd, windowDays }: Window): Hours {
  const isWholeDay = windowStart === windowEnd
  const [startTime, endTime] = isWholeDay ? ['00:00', '23:59'] : [windowStart, windowEnd]
  const windows = { startTimeB: '', endTimeB: '' }
  const schedules = weekdays.map((weekdayEn) =>
    windowDays.includes(sundayFirst(weekdayEn))
      ? { weekdayEn, startTime, endTime, ...windows }
      : { weekdayEn, startTime: '', endTime: '', ...windows },
  )
  return { schedules, holidays: [] }
}

const sundayFirst = (weekday: Weekday) => (weekdays.indexOf(weekday) + 1) % 7

/** True when campaign messages may leave at this time. */
export const isInWindow = (window: Window, zone: string, at: number) => isOpen(hoursOf(window), new Date(at), zone)

/** Returns the time at which the window opens next, in ms; `at` itself while it is open. Null when it never opens. */
export function nextOpening(window: Window, zone: string, at: number): number | null {
  const hours = hoursOf(window)
  if (isOpen(hours, new Date(at), zone)) return at
  const { date, minute: now } = wallIn(zone, new Date(at))
  for (let days = 0; days <= 8; days++) {
    const starts = spans(windowsOn(hours, addDay(date, days))).map(([start]) => days * dayMinutes + start - now)
    const found = starts.find((minutes) => minutes > 0)
    if (found !== undefined) return adjusted(hours, zone, Math.floor(at / minute) * minute + found * minute)
  }
  return null
}

/** A change of the clock between the two times shifts the opening by an hour. */
function adjusted(hours: Hours, zone: string, opening: number): number {
  const isOpenAt = (at: number) => isOpen(hours, new Date(at), zone)
  if (isOpenAt(opening - 60 * minute)) return opening - 60 * minute
  return isOpenAt(opening) ? opening : opening + 60 * minute
}
