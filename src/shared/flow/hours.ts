import { faultOf, type Hours, isOpen, type Weekday, type Windows, weekdays } from '../hours'
import { limits } from '../limits'
import type { Data } from './data'
import { type Definition, hoursSources, type NodeData } from './node'
import type { Values } from './render'

type Condition = NodeData['condition']

/** The hours that a condition asks for. Refuses hours of its own with a fault. */
export function readOpen(data: Data): Pick<Condition, 'hoursOf' | 'hours' | 'queueId'> {
  const hoursOf = data.choice('hoursOf', hoursSources, 'own')
  if (hoursOf === 'own') return { hoursOf, hours: readHours(data) }
  return { hoursOf, ...(hoursOf === 'queue' && { queueId: data.id('queueId') }) }
}

function readHours(data: Data): Hours {
  const inner = data.inner('hours')
  const hours: Hours = {
    schedules: inner.list('schedules', weekdays.length).map((day) => ({
      weekdayEn: day.choice<Weekday>('weekdayEn', weekdays, 'monday'),
      ...readWindows(day),
    })),
    holidays: inner.list('holidays', limits.holidays).map((day) => ({
      ...{ date: day.text('date'), name: day.text('name'), yearly: day.flag('yearly') },
      ...readWindows(day),
    })),
  }
  return faultOf(hours) ? data.refuse('hours') : hours
}

const readWindows = (day: Data): Windows => ({
  ...{ startTime: day.text('startTime'), endTime: day.text('endTime') },
  ...{ startTimeB: day.text('startTimeB'), endTimeB: day.text('endTimeB') },
})

/** Names of the values by which a condition knows the time; a dot keeps answers of customers from having them. */
const clock = { now: 'clock.now', zone: 'clock.zone' } as const

/** Values of a moment in a time zone. */
export const clockValues = (now: Date, timeZone: string): Values => ({
  [clock.now]: now.toISOString(),
  [clock.zone]: timeZone,
})

/** Opening hours of a company, and those of its queues and connections by id. */
export interface OpeningHours {
  timeZone: string
  company: Hours
  queues: ReadonlyMap<number, Hours>
  connections: ReadonlyMap<number, Hours>
}

/** Hours outside of the flow that its conditions ask for: `company`, `connection`, or the id of a queue. */
export type AskedHours = 'company' | 'connection' | number

export function askedHoursOf({ nodes }: Definition): AskedHours[] {
  return [...new Set(nodes.flatMap((node) => (node.kind === 'condition' ? askedBy(node.data) : [])))]
}

function askedBy({ operator, hoursOf, queueId }: Condition): AskedHours[] {
  if (operator !== 'open' || hoursOf === undefined || hoursOf === 'own') return []
  if (hoursOf !== 'queue') return [hoursOf]
  return queueId ? [queueId] : []
}

const nameOf = (askedHours: AskedHours) => `clock.open.${askedHours}`

/** Values by which conditions know what is open at a moment in a conversation on a connection; deleted rows are closed. */
export function openValues(
  askedHours: AskedHours[],
  hours: OpeningHours,
  now: Date,
  connectionId: number | null,
): Values {
  const hoursOf = (each: AskedHours) => {
    if (each === 'company') return hours.company
    return each === 'connection' ? hours.connections.get(connectionId ?? 0) : hours.queues.get(each)
  }
  const isOpenNow = (openingHours?: Hours) => openingHours !== undefined && isOpen(openingHours, now, hours.timeZone)
  return Object.fromEntries(askedHours.map((each) => [nameOf(each), isOpenNow(hoursOf(each)) ? 'yes' : 'no']))
}

/** True within the hours that a condition asks for, at the time of the values; false for values without a time. */
export function isWithin(condition: Condition, values: Values): boolean {
  if (condition.hours) return isWithinOwn(condition.hours, values)
  return askedBy(condition).some((askedHours) => values[nameOf(askedHours)] === 'yes')
}

function isWithinOwn(hours: Hours, { [clock.now]: now = '', [clock.zone]: zone = '' }: Values): boolean {
  const at = new Date(now)
  return !Number.isNaN(at.getTime()) && isZone(zone) && isOpen(hours, at, zone)
}

function isZone(zone: string): boolean {
  try {
    return zone !== '' && new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false // a test case may have been made by hand
  }
}
