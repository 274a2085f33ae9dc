import fc from 'fast-check'
import { type Hours, weekdays } from '../src/shared/hours'

const time = fc.integer({ min: 0, max: 1439 })
const textOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Opening hours of random times on each day of the week, also over midnight or without a minute; no holidays. */
export const randomHours = fc.array(fc.tuple(time, time), { minLength: 7, maxLength: 7 }).map(
  (days): Hours => ({
    schedules: days.map(([from, until], at) => ({
      ...{ weekdayEn: weekdays[at]!, startTime: textOf(from), endTime: textOf(until) },
      ...{ startTimeB: '', endTimeB: '' },
    })),
    holidays: [],
  }),
)
