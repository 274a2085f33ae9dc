import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { dayIn, momentIn } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { firstDay, nextRepetition } from '../../../shared/repetition'
import { foldText } from '../../../shared/text'
import { timeZoneOf } from '../../platform/company/time-zone'
import { followSchedule } from '../contact-merges/follow-schedule'
import { enqueueSchedule } from './enqueue'
import type { RepeatInput, StoredRepeat } from './model'
import { publishSchedule } from './publish-schedule'
import type { ScheduleRow } from './read'

/** The repetition of a schedule, or null. `time` is the wall time in the company's zone. */
export const repeatOf = ({ repeat }: Pick<ScheduleRow, 'repeat'>): StoredRepeat | null =>
  repeat === null ? null : parseJson<StoredRepeat>(repeat)

/**
 * The first time and the stored repetition for a given one. A weekly repetition begins on the first of its days. A
 * changed one keeps its day of the month while its day stays, also in a month without it, and its time of day while its
 * moment stays, also on a day on which the clocks change.
 * @param was the schedule before the change
 * @throws ERR_VALIDATION for a week without days, or an end before the first message
 */
export async function beginRepeat(
  scope: Scope,
  sendAt: string,
  input: RepeatInput,
  was?: Pick<ScheduleRow, 'sendAt' | 'repeat'>,
) {
  const zone = await timeZoneOf(scope)
  const chosen = dayIn(zone, new Date(sendAt))
  const weekdays = [...new Set(input.weekdays ?? [])].sort()
  if (input.every === 'week' && weekdays.length === 0) throw new AppError('ERR_VALIDATION', { fields: ['repeat'] })
  const { every, left = null, until = null } = input
  const { time, monthDay } = timesOf(zone, sendAt, every, was)
  const repeat: StoredRepeat = { every, weekdays: every === 'week' ? weekdays : [], monthDay, left, until, time }
  const day = firstDay(chosen, repeat)
  if (until !== null && day > until) throw new AppError('ERR_VALIDATION', { fields: ['repeat'] })
  return { sendAt: day === chosen ? sendAt : momentIn(zone, `${day}T${time}`), repeat }
}

function timesOf(
  zone: string,
  sendAt: string,
  every: RepeatInput['every'],
  was?: Pick<ScheduleRow, 'sendAt' | 'repeat'>,
) {
  const chosen = dayIn(zone, new Date(sendAt))
  const given = { time: timeIn(zone, sendAt), monthDay: Number(chosen.slice(8)) }
  const kept = was ? repeatOf(was) : null
  if (!was || !kept) return given
  const keepsDay = kept.every === every && dayIn(zone, new Date(was.sendAt)) === chosen
  return {
    time: was.sendAt === sendAt ? kept.time : given.time,
    monthDay: keepsDay ? kept.monthDay : given.monthDay,
  }
}

/** Wall time `HH:MM` of a moment in a time zone. */
const timeIn = (zone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(at),
  )

interface Occurrence {
  sendAt: string
  repeat: StoredRepeat
}

/**
 * The next message after one of `sendAt` that is not in the past: days that passed while a number was not connected or
 * the schedule was paused are left out and do not count. Null at the end of the repetition.
 * @param counts true if the message of `sendAt` counts against the number of messages
 */
export async function nextOccurrence(
  scope: Scope,
  { sendAt, repeat }: Occurrence,
  { counts }: { counts: boolean },
): Promise<Occurrence | null> {
  const zone = await timeZoneOf(scope)
  const { time, ...rule } = repeat
  const left = rule.left === null || counts ? rule.left : rule.left + 1
  let next = nextRepetition(dayIn(zone, new Date(sendAt)), { ...rule, left })
  const now = new Date().toISOString()
  while (next) {
    const at = momentIn(zone, `${next.day}T${time}`)
    if (at > now) return { sendAt: at, repeat: { ...next.repetition, time } }
    const rest: number | null = next.repetition.left
    next = nextRepetition(next.day, { ...next.repetition, left: rest === null ? null : rest + 1 })
  }
  return null
}

const forgetRepeat = hot<{ id: number }>()((db, p) =>
  db.update('schedules').set({ repeat: null }).where('id', '=', p('id')),
)

/**
 * Creates the schedule of the next message of a repetition, in the transaction that marks the present one as sent or
 * failed: both happen or neither, so that no message is doubled or lost when the process ends between them. The
 * repetition moves to the new row, also in the records of merges of contacts.
 */
export async function continueRepetition(scope: Scope, row: ScheduleRow) {
  const repeat = repeatOf(row)
  if (!repeat) return
  await scope.db.run(forgetRepeat, { id: row.id })
  const next = await nextOccurrence(scope, { sendAt: row.sendAt, repeat }, { counts: true })
  if (!next) return
  const { contactId, userId, body, mediaId } = row
  const state = { status: 'PENDENTE', sentAt: null, error: null, claimedAt: null, messageId: null } as const
  const { id } = await scope.db
    .insert('schedules', {
      ...{ contactId, userId, body, searchText: foldText(body), mediaId, ...state },
      ...{ sendAt: next.sendAt, repeat: JSON.stringify(next.repeat) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await followSchedule(scope, contactId, { from: row.id, to: id })
  await enqueueSchedule(scope, id, next.sendAt)
  await publishSchedule(scope, id, 'create')
}
