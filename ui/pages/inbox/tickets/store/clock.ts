import { signal } from '@preact/signals-react'

/** Current time shared by all rows, updated every 30 s and when the tab becomes visible. */
export const clock = signal(Date.now())
setInterval(() => {
  if (document.visibilityState === 'visible') clock.value = Date.now()
}, 30_000)
document.addEventListener('visibilitychange', () => {
  clock.value = Date.now()
})

/** Hours from which the minutes of a waiting time are left out. */
const wholeHours = 10

/** Waiting time as a translation key and its values: minutes, hours and minutes, hours, or days. */
export function waitingTime(minutes: number) {
  const hours = Math.floor(minutes / 60)
  if (minutes < 1) return ['tickets.justNow', { count: 0 }] as const
  if (hours < 1) return ['tickets.minutes', { count: minutes }] as const
  if (hours < wholeHours && minutes % 60 > 0)
    return ['tickets.hoursMinutes', { count: hours, minutes: String(minutes % 60).padStart(2, '0') }] as const
  if (hours < 24) return ['tickets.hours', { count: hours }] as const
  return ['tickets.days', { count: Math.floor(hours / 24) }] as const
}

/** Waiting time of a customer; a wait that so far lies outside the opening hours is named so, not as one that began now. */
export function customerWait(openMinutes: number, since: string) {
  const isAfterHours = openMinutes < 1 && clock.peek() - Date.parse(since) >= 60_000
  return isAfterHours ? (['tickets.afterHours', { count: 0 }] as const) : waitingTime(openMinutes)
}
