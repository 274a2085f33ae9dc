/** The calendar day (`yyyy-mm-dd`) it is in a time zone. An unknown zone counts as São Paulo. */
export function dayIn(timeZone: string, at = new Date()): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(knownZone(timeZone))
    .toPlainDate()
    .toString()
}

/** A `yyyy-mm-dd` day moved by whole days. */
export const addDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()

/** A licence lasts until the end of its due day in the company's time zone. */
export const isOver = (dueDate: string, timeZone: string, at = new Date()) => dueDate.slice(0, 10) < dayIn(timeZone, at)

export const usualZone = 'America/Sao_Paulo'
const zones = new Map<string, string>()

function knownZone(timeZone: string): string {
  let zone = zones.get(timeZone)
  if (!zone) {
    zone = isZone(timeZone) ? timeZone : usualZone
    zones.set(timeZone, zone)
  }
  return zone
}

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
