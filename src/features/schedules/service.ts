import type { Scope } from '../../core/scope'
import { momentIn } from '../../core/time'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { fold } from '../../shared/text'
import { timeZoneOf } from '../company/time-zone'
import { getContactRow } from '../contacts/read'
import { arm, disarm } from './arm'
import type { Schedule, ScheduleInput } from './model'
import { getChangeable, getSchedule, type ScheduleRow } from './read'

/** @throws ERR_NO_CONTACT_FOUND, ERR_VALIDATION for a group or a time that is none, ERR_SCHEDULE_PAST */
export function createSchedule(outer: Scope, input: ScheduleInput): Promise<Schedule> {
  return outer.transaction(async (scope) => {
    const { contactId, body } = input
    await refuseGroup(scope, contactId)
    const sendAt = await momentOf(scope, input.sendAt)
    refusePast(sendAt)
    const row = { contactId, body, folded: fold(body), sendAt, userId: scope.viewer.userId, ...waiting }
    const { id } = await scope.db
      .insert('schedules', { ...row, mediaId: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await arm(scope, id, sendAt)
    const schedule = await getSchedule(scope, id)
    scope.publish('schedule', { action: 'create', schedule })
    return schedule
  })
}

/**
 * Changes what has not been sent; one that failed waits for its time again, which must lie ahead.
 * @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT, and as createSchedule
 */
export function updateSchedule(outer: Scope, id: number, input: Partial<ScheduleInput>): Promise<Schedule> {
  return outer.transaction(async (scope) => {
    const was = await getUnsent(scope, id)
    const { contactId = was.contactId, body = was.body } = input
    if (contactId !== was.contactId) await refuseGroup(scope, contactId)
    if (was.mediaId !== null) refuseLongCaption(body)
    const sendAt = input.sendAt === undefined ? was.sendAt : await momentOf(scope, input.sendAt)
    if (sendAt !== was.sendAt || was.status === 'ERRO') refusePast(sendAt)
    await arm(scope, id, sendAt)
    return store(scope, id, { contactId, body, folded: fold(body), sendAt, ...waiting })
  })
}

/** What has been sent, too, leaves the calendar; its message stays in the conversation. */
export function deleteSchedule(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    await getChangeable(scope, id)
    await disarm(scope, id)
    await scope.db.delete('schedules').where('id', '=', id).execute()
    scope.publish('schedule', { action: 'delete', scheduleId: id })
    return { id }
  })
}

const waiting = {
  status: 'PENDENTE',
  error: null,
  late: 0,
  sentAt: null,
  claimedAt: null,
  messageId: null,
} as const

type Change = Partial<typeof waiting> & {
  contactId?: number
  body?: string
  folded?: string
  sendAt?: string
  mediaId?: string | null
}

/** Writes a change and tells it; within a transaction. */
export async function store(scope: Scope, id: number, change: Change): Promise<Schedule> {
  const updatedAt = new Date().toISOString()
  await scope.db
    .update('schedules')
    .set({ ...change, updatedAt })
    .where('id', '=', id)
    .execute()
  const schedule = await getSchedule(scope, id)
  scope.publish('schedule', { action: 'update', schedule })
  return schedule
}

/** One that may still be changed. @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT */
export async function getUnsent(scope: Scope, id: number): Promise<ScheduleRow> {
  const row = await getChangeable(scope, id)
  if (row.status === 'ENVIADA') throw new AppError('ERR_SCHEDULE_SENT')
  return row
}

/** A file's caption is shorter than a message may be. */
export function refuseLongCaption(body: string) {
  if (body.length > limits.caption.max) throw new AppError('ERR_VALIDATION', { fields: ['body'] })
}

async function momentOf(scope: Scope, text: string): Promise<string> {
  try {
    return momentIn(await timeZoneOf(scope), text)
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: ['sendAt'] })
  }
}

/** A minute's grace for clocks that differ and for whoever means "now". */
function refusePast(sendAt: string) {
  if (Date.parse(sendAt) < Date.now() - 60_000) throw new AppError('ERR_SCHEDULE_PAST')
}

/** @throws ERR_NO_CONTACT_FOUND, ERR_VALIDATION: groups get no scheduled messages (server-behaviour §1.4) */
async function refuseGroup(scope: Scope, contactId: number) {
  if ((await getContactRow(scope, contactId)).isGroup === 1)
    throw new AppError('ERR_VALIDATION', { fields: ['contactId'] })
}
