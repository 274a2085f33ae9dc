import { type Static, t } from 'elysia'
import { day, pageNumber } from '../../../core/http/schemas'
import { scheduleStatuses } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { repeatUnits } from '../../../shared/repetition'

const weekdays = t.Array(t.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 })
/** Messages still to be sent, the next one included. */
const left = t.Integer({ minimum: 1, maximum: limits.scheduleRepeats })

/** Repetition of a schedule as people give it; without `left` and `until` it has no end. */
export const RepeatInput = t.Object({
  every: t.UnionEnum(repeatUnits),
  /** Days of the week, 0 for Sunday; for `week`. */
  weekdays: t.Optional(weekdays),
  left: t.Optional(t.Nullable(left)),
  until: t.Optional(t.Nullable(day)),
})
export type RepeatInput = Static<typeof RepeatInput>

/** Repetition as it is stored: with the wall time in the company's zone, and the day of the month. */
export const StoredRepeat = t.Object({
  every: t.UnionEnum(repeatUnits),
  weekdays,
  monthDay: t.Integer({ minimum: 1, maximum: 31 }),
  left: t.Nullable(left),
  until: t.Nullable(day),
  time: t.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
})
export type StoredRepeat = Static<typeof StoredRepeat>

/** A scheduled message in responses and events. */
export const Schedule = t.Object({
  id: t.Number(),
  body: t.String(),
  contactId: t.Number(),
  contact: t.Object({
    id: t.Number(),
    name: t.String(),
    number: t.Nullable(t.String()),
    profilePicUrl: t.String(),
  }),
  userId: t.Nullable(t.Number()),
  userName: t.String(),
  /** UTC. */
  sendAt: t.String(),
  sentAt: t.Nullable(t.String()),
  status: t.UnionEnum(scheduleStatuses),
  /** Why it was not sent: a code of shared/errors.ts. */
  error: t.Nullable(t.String()),
  /** True when sent more than two minutes after its time. */
  late: t.Boolean(),
  /** Time until which a due message waits for the interval between two people that its number keeps. */
  waitUntil: t.Nullable(t.String()),
  mediaId: t.Nullable(t.String()),
  mediaName: t.Nullable(t.String()),
  /** Signed URL, valid for one hour. */
  mediaPath: t.Nullable(t.String()),
  mediaType: t.Nullable(t.String()),
  /** Repetition of this message; the sent ones have none. */
  repeat: t.Nullable(StoredRepeat),
  /** True while nothing is sent until a person resumes it. */
  paused: t.Boolean(),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Schedule = Static<typeof Schedule>

export const ScheduleInput = t.Object({
  contactId: t.Number(),
  body: t.String({ minLength: limits.scheduleBody.min, maxLength: limits.scheduleBody.max }),
  /** ISO 8601; without an offset in the company's time zone. */
  sendAt: t.String({ maxLength: 40, pattern: '^\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d' }),
  /** Null, or left out by a new schedule: it is sent once. */
  repeat: t.Optional(t.Nullable(RepeatInput)),
  /** True: it is not sent before it is resumed, such as while its file is uploaded. False goes on at its time. */
  paused: t.Optional(t.Boolean()),
})
export type ScheduleInput = Static<typeof ScheduleInput>

/** The message that is left out, by its time as the schedule has it. Without it the next one is. */
export const SkipQuery = t.Object({ sendAt: t.Optional(t.String({ maxLength: 40 })) })

/**
 * Newest first; with days (of the company's calendar, both included) by their time. `cursor` is the opaque `next` of
 * the previous page; `pageNumber` is for scripts.
 */
export const ScheduleQuery = t.Object({
  contactId: t.Optional(t.Numeric()),
  userId: t.Optional(t.Numeric()),
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  dateStart: t.Optional(day),
  dateEnd: t.Optional(day),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 60 })),
})
export type ScheduleQuery = Static<typeof ScheduleQuery>
