import { dayOf, formatTime } from './time'

const hour = 3_600_000
const day = 24 * hour

/** Local time of the company, yyyy-MM-ddTHH:mm. */
const localTime = (at: number) => {
  const iso = new Date(at).toISOString()
  return `${dayOf(iso)}T${formatTime(iso)}`
}
const addDays = (isoDay: string, days: number) =>
  new Date(Date.parse(`${isoDay}T00:00Z`) + days * day).toISOString().slice(0, 10)

/** Days until the next Monday after a day. */
const daysToMonday = (isoDay: string) => (8 - new Date(`${isoDay}T00:00Z`).getUTCDay()) % 7 || 7

/** Times offered for a snooze or a scheduled message, local to the company: in one hour, tomorrow and on Monday at nine. */
export function laterTimes(now = Date.now()) {
  const today = dayOf(new Date(now).toISOString())
  return {
    snoozeHour: localTime(now + hour),
    snoozeTomorrow: `${addDays(today, 1)}T09:00`,
    snoozeMonday: `${addDays(today, daysToMonday(today))}T09:00`,
  }
}
