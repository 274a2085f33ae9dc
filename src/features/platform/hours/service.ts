import { AppError } from '../../../shared/errors'
import { type DayHours, faultOf, type Hours, usualHours, weekdayNames, weekdays } from '../../../shared/hours'
import { parseJson } from '../../../shared/json'
import type { HoursFields, HoursInput } from './model'

/** Opening hours in their two columns, as JSON; empty text means the usual hours. */
interface HoursColumns {
  schedules: string
  holidays: string
}

/** Opening hours read from their two columns. */
export function hoursFromColumns({ schedules, holidays }: HoursColumns): HoursFields {
  const days: DayHours[] = schedules ? parseJson(schedules) : usualHours.schedules
  return {
    schedules: days.map((day) => ({ ...day, weekday: weekdayNames[day.weekdayEn] })),
    holidays: holidays ? parseJson(holidays) : [],
  }
}

/** Columns for the given hours; a part that is not given is left out. @throws ERR_VALIDATION with the invalid field */
export function hoursToColumns({ schedules, holidays }: HoursInput): Partial<HoursColumns> {
  const columns = {
    ...(schedules && { schedules: withAllDays(schedules).map((day) => ({ ...noWindows, ...day })) }),
    ...(holidays && { holidays: holidays.map((day) => ({ ...closedDay, ...day })) }),
  }
  const hours: Hours = { ...usualHours, ...columns }
  const found = faultOf(hours)
  if (found) throw new AppError('ERR_VALIDATION', { fields: [found.field], fault: found.fault })
  return {
    ...(columns.schedules && { schedules: JSON.stringify(byWeekday(hours)) }),
    ...(columns.holidays && { holidays: JSON.stringify(hours.holidays) }),
  }
}

const noWindows = { startTime: '', endTime: '', startTimeB: '', endTimeB: '' }
const closedDay = { name: '', yearly: false, ...noWindows }

/** The given weekdays, and those that are left out, closed. */
const withAllDays = (given: NonNullable<HoursInput['schedules']>) => [
  ...given,
  ...weekdays.filter((name) => !given.some(({ weekdayEn }) => weekdayEn === name)).map((weekdayEn) => ({ weekdayEn })),
]

const byWeekday = ({ schedules }: Hours) =>
  schedules
    .map(({ weekday: _, ...day }) => day)
    .sort((a, b) => weekdays.indexOf(a.weekdayEn) - weekdays.indexOf(b.weekdayEn))
