import type { Scope } from '../../../core/scope'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { can, seesSchedule } from '../../../shared/permissions'
import { newestTicketOf } from '../contact-tickets/live-tickets'
import type { Schedule } from './model'

export const scheduleRows = (db: Tables) =>
  db
    .select('schedules')
    .innerJoin('contacts', 'contacts.id', 'schedules.contactId')
    .leftJoin('users', 'users.id', 'schedules.userId')
    .leftJoin('media', 'media.id', 'schedules.mediaId')
    .select(['schedules.id', 'schedules.contactId', 'schedules.userId', 'body', 'sendAt', 'sentAt', 'schedules.status'])
    .select(['error', 'late', 'waitUntil', 'messageId', 'mediaId', 'schedules.createdAt', 'schedules.updatedAt'])
    .select(['contacts.name as contactName', 'contacts.number', 'contacts.profilePicUrl', 'contacts.isGroup'])
    .select(['users.name as userName', 'media.originalName', 'media.mime'])
    .select(['repeat', 'paused'])

const byId = hot<{ id: number }>()((db, p) => scheduleRows(db).where('schedules.id', '=', p('id')))
export type ScheduleRow = NonNullable<(typeof byId)['row']>

export const findScheduleRow = (scope: Scope, id: number): Promise<ScheduleRow | undefined> =>
  scope.db.first(byId, { id })

/** Returns the row of a schedule. @throws ERR_NO_SCHEDULE_FOUND, also for another company's */
async function getScheduleRow(scope: Scope, id: number): Promise<ScheduleRow> {
  const row = await findScheduleRow(scope, id)
  if (!row) throw new AppError('ERR_NO_SCHEDULE_FOUND')
  return row
}

/** A schedule of the company, also for the process itself. @throws ERR_NO_SCHEDULE_FOUND */
export const readSchedule = async (scope: Scope, id: number): Promise<Schedule> =>
  toSchedule(scope, await getScheduleRow(scope, id))

/** A schedule that the acting user may see. @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION */
export async function getSchedule(scope: Scope, id: number): Promise<Schedule> {
  const row = await getScheduleRow(scope, id)
  if (!seesSchedule(scope.viewer, row, await newestTicketOf(scope, row.contactId)))
    throw new AppError('ERR_NO_PERMISSION')
  return toSchedule(scope, row)
}

/**
 * Returns the row of a schedule that the acting user may change: its author, or an admin. @throws
 * ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION
 */
export async function getChangeable(scope: Scope, id: number): Promise<ScheduleRow> {
  const row = await getScheduleRow(scope, id)
  if (row.userId !== scope.viewer.userId && !can(scope.viewer, 'schedule:editAll'))
    throw new AppError('ERR_NO_PERMISSION')
  return row
}

export const toSchedule = (scope: Scope, row: ScheduleRow): Schedule => ({
  id: row.id,
  body: row.body,
  contactId: row.contactId,
  contact: {
    id: row.contactId,
    name: row.contactName,
    number: row.number,
    profilePicUrl: link(scope, row.profilePicUrl) ?? '',
  },
  userId: row.userId,
  userName: row.userName ?? '',
  sendAt: row.sendAt,
  sentAt: row.sentAt,
  status: row.status,
  error: row.error,
  late: row.late === 1,
  waitUntil: row.waitUntil,
  mediaId: row.mediaId,
  mediaName: row.originalName,
  mediaPath: link(scope, row.mediaId ?? ''),
  mediaType: row.mime,
  repeat: row.repeat === null ? null : parseJson(row.repeat),
  paused: row.paused === 1,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const link = (scope: Scope, mediaId: string) => (mediaId === '' ? null : scope.mediaLink(mediaId))
