/** Calendar day (`yyyy-mm-dd`) in a time zone; an unknown zone counts as São Paulo. */
export function dayIn(timeZone: string, at = new Date()): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zoneOrDefault(timeZone))
    .toPlainDate()
    .toString()
}

/** Adds whole days to a `yyyy-mm-dd` day. */
export const addDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()

/** Start (UTC ISO) of a calendar day in a time zone, not always midnight. @throws RangeError for an invalid day */
export const dayStart = (timeZone: string, day: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zoneOrDefault(timeZone)).epochMilliseconds).toISOString()

/**
 * UTC ISO time of a local or absolute time. A text with an offset is absolute; others are local to the time zone. A
 * skipped hour becomes the following one, a repeated hour the first. @throws RangeError for an invalid time
 */
export function momentIn(timeZone: string, text: string): string {
  if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return new Date(text).toISOString()
  return new Date(
    Temporal.PlainDateTime.from(text).toZonedDateTime(zoneOrDefault(timeZone)).epochMilliseconds,
  ).toISOString()
}

/** A UTC ISO time as the screens show it: dd/MM/yyyy HH:mm in a time zone, with `:ss` for `seconds`. */
export function localTime(timeZone: string, iso: string, { seconds = false } = {}): string {
  const at = Temporal.Instant.from(iso).toZonedDateTimeISO(zoneOrDefault(timeZone))
  const two = (value: number) => String(value).padStart(2, '0')
  const time = [at.hour, at.minute, ...(seconds ? [at.second] : [])].map(two).join(':')
  return `${two(at.day)}/${two(at.month)}/${at.year} ${time}`
}

/** A UTC ISO time for file names: yyyy-mm-dd hh-mm-ss in a time zone. */
export const fileTime = (timeZone: string, iso: string): string =>
  Temporal.Instant.from(iso)
    .toZonedDateTimeISO(zoneOrDefault(timeZone))
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
    .replaceAll(':', '-')

/** True when the due day has ended in the company's time zone. */
export function isPastDueDay(dueDate: string, timeZone: string, at = new Date()): boolean {
  const due = dueDate.slice(0, 10)
  // No zone is more than 14 hours ahead of UTC, so most licences need no calendar.
  if (due >= new Date(at.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)) return false
  return due < dayIn(timeZone, at)
}

export const usualZone = 'America/Sao_Paulo'
const zones = new Map<string, string>()

/** The zone, or São Paulo for an unknown one. */
export function zoneOrDefault(timeZone: string): string {
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

/** Texts that sort before and after every stored time. */
export const firstMoment = ''
export const lastMoment = '9999-12-31T23:59:59.999Z'
