import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { addDays, dayIn, dayStart, zoneOrDefault } from '../../../core/time'
import { timeZoneOf } from '../../platform/company/time-zone'
import type { NumberPoint } from './model'
import { hourOf } from './points'

/** Longest period shown by the hour; longer ones are shown by the day. */
const daysByHour = 7
const hourMs = 3_600_000

const pointsBetween = hot<{ id: number; from: string }>()((db, p) =>
  db
    .select('number_points')
    .select(['hour', 'received', 'sent', 'failed', 'delivered', 'begun', 'answered'])
    .select(['ackCount', 'ackSumMs', 'ackMaxMs', 'quotaUsed', 'quotaTotal', 'locked'])
    .where('whatsappId', '=', p('id'))
    .where('hour', '>=', p('from'))
    .orderBy('hour'),
)

interface Place {
  day: string
  hour: string | null
}
type Row = Awaited<ReturnType<typeof readRows>>[number]
const readRows = (scope: Scope, id: number, from: string) => scope.db.run(pointsBetween, { id, from })

/** Points of the last `days` days without gaps, oldest first: by hour up to seven days, else by day. */
export async function readSeries(scope: Scope, id: number, days: number, now: number): Promise<NumberPoint[]> {
  const zone = await timeZoneOf(scope)
  const byHour = days <= daysByHour
  const firstDay = addDays(dayIn(zone, new Date(now)), 1 - days)
  const from = days === 1 ? hourOf(now - 23 * hourMs) : dayStart(zone, firstDay)
  const placeOf = byHour ? hourPlaces(zone) : dayPlaces(zone)
  const rows = new Map((await readRows(scope, id, hourOf(Date.parse(from)))).map((row) => [Date.parse(row.hour), row]))
  const points = new Map<string, Summed>()
  for (let at = Date.parse(hourOf(Date.parse(from))); at <= now; at += hourMs) {
    const place = placeOf(at)
    const key = byHour ? `${at}` : place.day
    const point = points.get(key) ?? emptyPoint(place)
    points.set(key, point)
    const row = rows.get(at)
    if (row) addRow(point, row)
  }
  return [...points.values()].map(({ ackCount, ackMs, ...point }) => ({
    ...point,
    ackMs: ackCount ? Math.round((ackMs ?? 0) / ackCount) : null,
  }))
}

const hourPlaces = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zoneOrDefault(zone),
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  return (at: number): Place => {
    const [day = '', hour = ''] = format.format(at).split(', ')
    return { day, hour }
  }
}
const dayPlaces = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zoneOrDefault(zone), dateStyle: 'short' })
  return (at: number): Place => ({ day: format.format(at), hour: null })
}

/** While rows are added, `ackMs` is a sum. */
type Summed = NumberPoint & { ackCount?: number }

const emptyPoint = (place: Place): Summed => ({
  ...place,
  ...{ received: 0, sent: 0, failed: 0, delivered: 0, begun: 0, answered: 0 },
  ...{ ackMs: 0, ackMaxMs: null, quotaUsed: null, quotaTotal: null, locked: false },
})

function addRow(point: Summed, row: Row) {
  for (const name of ['received', 'sent', 'failed', 'delivered', 'begun', 'answered'] as const) point[name] += row[name]
  point.ackCount = (point.ackCount ?? 0) + row.ackCount
  point.ackMs = (point.ackMs ?? 0) + row.ackSumMs
  if (row.ackCount > 0) point.ackMaxMs = Math.max(point.ackMaxMs ?? 0, row.ackMaxMs)
  point.quotaUsed = row.quotaUsed ?? point.quotaUsed
  point.quotaTotal = row.quotaTotal ?? point.quotaTotal
  point.locked ||= row.locked === 1
}
