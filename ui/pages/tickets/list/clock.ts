import { signal } from '@preact/signals-react'

/** Current time shared by all rows, updated every 30 s and when the tab becomes visible. */
export const clock = signal(Date.now())
setInterval(() => {
  if (document.visibilityState === 'visible') clock.value = Date.now()
}, 30_000)
document.addEventListener('visibilitychange', () => {
  clock.value = Date.now()
})

const minute = 60_000
/** Waiting time as a translation key and its count, in the largest whole unit. */
export function waitingTime(since: string, now: number) {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / minute))
  if (minutes < 1) return { key: 'tickets.justNow', count: 0, minutes } as const
  if (minutes < 60) return { key: 'tickets.minutes', count: minutes, minutes } as const
  if (minutes < 24 * 60) return { key: 'tickets.hours', count: Math.floor(minutes / 60), minutes } as const
  return { key: 'tickets.days', count: Math.floor(minutes / 60 / 24), minutes } as const
}
