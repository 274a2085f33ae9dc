import { type Static, t } from 'elysia'
import { day, pageNumber } from '../../../core/http/schemas'
import { scheduleStatuses } from '../../../shared/enums'
import { limits } from '../../../shared/limits'

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
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Schedule = Static<typeof Schedule>

export const ScheduleInput = t.Object({
  contactId: t.Number(),
  body: t.String({ minLength: limits.scheduleBody.min, maxLength: limits.scheduleBody.max }),
  /** ISO 8601; without an offset in the company's time zone. */
  sendAt: t.String({ maxLength: 40, pattern: '^\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d' }),
})
export type ScheduleInput = Static<typeof ScheduleInput>

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
