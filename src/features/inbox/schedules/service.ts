import type { Scope } from '../../../core/scope'
import { momentIn } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import { getContactRow } from '../../contacts/contacts/read'
import { timeZoneOf } from '../../platform/company/time-zone'
import { assertChangesTicketsOf } from '../contact-tickets/live-tickets'
import { cancelSchedule, enqueueSchedule } from './enqueue'
import type { RepeatInput, Schedule, ScheduleInput } from './model'
import { publishSchedule } from './publish-schedule'
import { getChangeable, type ScheduleRow } from './read'
import { beginRepeat, repeatOf } from './repeat'

/**
 * Creates a schedule and its job, as a person who may write into the contact's live tickets. A ticket that another queue
 * has when the time comes still gets the text.
 * @throws ERR_NO_CONTACT_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION for a group or an invalid time, ERR_SCHEDULE_PAST
 */
export function createSchedule(outer: Scope, input: ScheduleInput): Promise<Schedule> {
  return outer.transaction(async (scope) => {
    const { contactId, body } = input
    await refuseGroup(scope, contactId)
    await assertChangesTicketsOf(scope, contactId)
    const chosenAt = await momentOf(scope, input.sendAt)
    const { sendAt, repeat } = await withRepeat(scope, chosenAt, input.repeat ?? null)
    refusePast(sendAt)
    const text = { body, searchText: foldText(body) }
    const paused = input.paused ? 1 : 0
    const row = { contactId, ...text, sendAt, repeat, userId: scope.viewer.userId, ...waiting, paused } as const
    const { id } = await scope.db
      .insert('schedules', { ...row, mediaId: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (paused === 0) await enqueueSchedule(scope, id, sendAt)
    return publishSchedule(scope, id, 'create')
  })
}

/**
 * Changes an unsent schedule; a failed one is scheduled again, at a time in the future. `paused: false` goes on at the
 * stored time: one that fell due while its file was uploaded is sent late.
 * @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT, and as createSchedule
 */
export function updateSchedule(outer: Scope, id: number, input: Partial<ScheduleInput>): Promise<Schedule> {
  return outer.transaction(async (scope) => {
    const was = await getUnsent(scope, id)
    const { contactId = was.contactId, body = was.body } = input
    if (contactId !== was.contactId) await refuseGroup(scope, contactId)
    await assertChangesTicketsOf(scope, contactId)
    if (was.mediaId !== null) refuseLongCaption(body)
    const chosenAt = input.sendAt === undefined ? was.sendAt : await momentOf(scope, input.sendAt)
    const { sendAt, repeat } = await changedRepeat(scope, was, chosenAt, input)
    if (sendAt !== was.sendAt || was.status === 'ERRO') refusePast(sendAt)
    const paused = await arm(scope, was, sendAt, input.paused)
    const text = { body, searchText: foldText(body) }
    return storeSchedule(scope, id, { contactId, ...text, sendAt, repeat, ...waiting, paused })
  })
}

/** Enqueues a changed schedule, or cancels its job when it is or becomes paused. Returns the new `paused`. */
async function arm(scope: Scope, { id, paused }: ScheduleRow, sendAt: string, pause = paused === 1): Promise<0 | 1> {
  await (pause ? cancelSchedule(scope, id) : enqueueSchedule(scope, id, sendAt))
  return pause ? 1 : 0
}

interface Timing {
  sendAt: string
  repeat: string | null
}

async function withRepeat(scope: Scope, sendAt: string, input: RepeatInput | null, was?: ScheduleRow): Promise<Timing> {
  if (!input) return { sendAt, repeat: null }
  const first = await beginRepeat(scope, sendAt, input, was)
  return { sendAt: first.sendAt, repeat: JSON.stringify(first.repeat) }
}

/** A repetition that is not named stays, with the day and time of a changed first message. */
function changedRepeat(scope: Scope, was: ScheduleRow, sendAt: string, input: Partial<ScheduleInput>): Promise<Timing> {
  const isUnchanged = input.repeat === undefined && sendAt === was.sendAt
  if (isUnchanged) return Promise.resolve({ sendAt, repeat: was.repeat })
  return withRepeat(scope, sendAt, input.repeat === undefined ? repeatOf(was) : input.repeat, was)
}

/** Deletes a schedule, also a sent one; its message stays in the conversation. */
export function deleteSchedule(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    await getChangeable(scope, id)
    await cancelSchedule(scope, id)
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
  waitUntil: null,
  messageId: null,
} as const

type Change = Partial<typeof waiting> & {
  contactId?: number
  body?: string
  searchText?: string
  sendAt?: string
  mediaId?: string | null
  repeat?: string | null
  paused?: 0 | 1
}

/** Stores a change and publishes the schedule. Call within a transaction. */
export async function storeSchedule(scope: Scope, id: number, change: Change): Promise<Schedule> {
  const updatedAt = new Date().toISOString()
  await scope.db
    .update('schedules')
    .set({ ...change, updatedAt })
    .where('id', '=', id)
    .execute()
  return publishSchedule(scope, id)
}

/**
 * Returns the row of a schedule that can still be changed. @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION,
 * ERR_SCHEDULE_SENT
 */
export async function getUnsent(scope: Scope, id: number): Promise<ScheduleRow> {
  const row = await getChangeable(scope, id)
  if (row.status === 'ENVIADA') throw new AppError('ERR_SCHEDULE_SENT')
  return row
}

/** Checks the length of a caption, whose limit is lower than a message's. @throws ERR_VALIDATION */
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

/** Allows one minute, for inaccurate clocks and for "now". @throws ERR_SCHEDULE_PAST */
function refusePast(sendAt: string) {
  if (Date.parse(sendAt) < Date.now() - 60_000) throw new AppError('ERR_SCHEDULE_PAST')
}

/** Refuses groups, which get no scheduled messages. @throws ERR_NO_CONTACT_FOUND, ERR_VALIDATION */
async function refuseGroup(scope: Scope, contactId: number) {
  if ((await getContactRow(scope, contactId)).isGroup === 1)
    throw new AppError('ERR_VALIDATION', { fields: ['contactId'] })
}
