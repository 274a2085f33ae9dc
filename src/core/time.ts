/** The calendar day (`yyyy-mm-dd`) it is in a time zone. An unknown zone counts as São Paulo. */
export function dayIn(timeZone: string, at = new Date()): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(knownZone(timeZone))
    .toPlainDate()
    .toString()
}

/** A `yyyy-mm-dd` day moved by whole days. */
export const addDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()

/** The moment (UTC ISO) a calendar day begins in a time zone, which is not always midnight. Throws for no such day. */
export const dayStart = (timeZone: string, day: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(knownZone(timeZone)).epochMilliseconds).toISOString()

/**
 * The moment (UTC ISO) a person means: with an offset that very one, else by the clocks of the time zone. An hour the
 * clocks skip is the one after, one they strike twice the first. Throws for what is no time.
 */
export function momentIn(timeZone: string, text: string): string {
  if (/(Z|[+-]\d\d:?\d\d)$/i.test(text)) return new Date(text).toISOString()
  return new Date(
    Temporal.PlainDateTime.from(text).toZonedDateTime(knownZone(timeZone)).epochMilliseconds,
  ).toISOString()
}

/** A licence lasts until the end of its due day in the company's time zone. */
export function isOver(dueDate: string, timeZone: string, at = new Date()): boolean {
  const due = dueDate.slice(0, 10)
  // Nowhere is it later than fourteen hours ahead: most licences need no calendar.
  if (due >= new Date(at.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)) return false
  return due < dayIn(timeZone, at)
}

export const usualZone = 'America/Sao_Paulo'
const zones = new Map<string, string>()

/** The zone itself, or the usual one where nobody knows it. */
export function knownZone(timeZone: string): string {
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

/** Sorts before every time that is stored, and after it. */
export const firstMoment = ''
export const lastMoment = '9999-12-31T23:59:59.999Z'
