import { type Static, t } from 'elysia'
import { oneLine } from '../../../core/http/schemas'
import { weekdays } from '../../../shared/hours'
import { limits } from '../../../shared/limits'

const time = t.String({ maxLength: 5 })
const windows = { startTime: time, endTime: time }
const maybeWindows = { startTime: t.Optional(time), endTime: t.Optional(time) }
const second = { startTimeB: time, endTimeB: time }

/** Opening hours as returned by the API: seven weekdays, Monday first, and the dates that differ. */
export const HoursFields = {
  schedules: t.Array(t.Object({ weekday: t.String(), weekdayEn: t.UnionEnum(weekdays), ...windows, ...second })),
  holidays: t.Array(t.Object({ date: t.String(), name: t.String(), yearly: t.Boolean(), ...windows, ...second })),
}

const maybeSecond = { startTimeB: t.Optional(time), endTimeB: t.Optional(time) }
/** Opening hours as sent to the API; weekdays that are left out are closed, and windows are optional. `faultOf` checks what this schema cannot. */
export const HoursInput = {
  schedules: t.Optional(
    t.Array(
      t.Object({
        weekday: t.Optional(t.String({ maxLength: 50 })),
        weekdayEn: t.UnionEnum(weekdays),
        ...maybeWindows,
        ...maybeSecond,
      }),
      { maxItems: 7 },
    ),
  ),
  holidays: t.Optional(
    t.Array(
      t.Object({
        date: t.String({ maxLength: 10 }),
        name: t.Optional(t.String({ maxLength: limits.holidayName.max, pattern: oneLine })),
        yearly: t.Optional(t.Boolean()),
        ...maybeWindows,
        ...maybeSecond,
      }),
      { maxItems: limits.holidays },
    ),
  ),
}
const inputShape = t.Object(HoursInput)
export type HoursInput = Static<typeof inputShape>
const fieldsShape = t.Object(HoursFields)
export type HoursFields = Static<typeof fieldsShape>
