import { type JobHandler, NotYet, WaitFor } from '../../core/jobs/job'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { ErrorCode } from '../../shared/errors'
import { opening } from '../../whatsapp/open-connection'
import { readCompanyState } from '../company/state'
import { getFile } from '../media/files'
import { type Prepared, prepare } from '../media/prepare'
import { createOutboundMessages } from '../messages/send'
import { fillAutomaticText } from '../messages/variables'
import { disarm, watch, watchEvery } from './arm'
import { fail, tell } from './fail'
import { findScheduleRow, type ScheduleRow } from './read'
import { beginClosed, wayTo } from './ticket'

const second = 1000
/** Sent later than this after its time it is marked so; not sent by then it never is (open decision 19). */
const lateAfter = 2 * 60 * second
const givenUpAfter = 24 * 3600 * second

/**
 * Sends one scheduled message at its time. What it becomes is stored together with its being sent, so that neither a
 * second run nor the end of the process sends it twice; from there on it is a message like any other.
 */
export const sendSchedule: JobHandler<{ scheduleId: number; watch?: true }> = {
  async run(scope, { scheduleId, watch: watches }) {
    const row = await findScheduleRow(scope, scheduleId)
    if (!row || !isUnsent(row)) return
    const overdue = Date.now() - Date.parse(row.sendAt)
    // The clock was set back, or its time was moved while this ran.
    if (overdue < 0) throw new NotYet(Math.min(-overdue / second, 3600))
    const refusal = await refusalOf(scope, overdue)
    if (refusal) return giveUp(scope, scheduleId, refusal)
    const way = await wayTo(scope, row.contactId)
    if (!way) return giveUp(scope, scheduleId, 'ERR_NO_DEF_WAPP_FOUND')
    if (!scope.ports.whatsapp.isOpen({ companyId: scope.companyId, whatsappId: way.whatsappId })) {
      if (watches) throw new NotYet(lookAgain(overdue))
      await claim(scope, scheduleId)
      throw new WaitFor(opening(way.whatsappId))
    }
    const files = row.mediaId ? [await prepare(scope, await getFile(scope, row.mediaId), false, {})] : []
    await scope.transaction((scope) => send(scope, row, files))
  },
  parked: (scope, { scheduleId }) => giveUp(scope, scheduleId, 'ERR_SENDING_WAPP_MSG'),
}

/** Why it never leaves; thrown is that it may not yet. What the plan lost meanwhile waits for nothing. */
async function refusalOf(scope: Scope, overdue: number): Promise<ErrorCode | null> {
  const { mayAct, useSchedules } = await readCompanyState(scope)
  if (overdue > givenUpAfter) return mayAct ? 'ERR_SCHEDULE_MISSED' : 'ERR_SCHEDULE_LICENCE'
  if (!mayAct) throw new NotYet(lookAgain(overdue)) // renewed within the day it leaves late
  return useSchedules ? null : 'ERR_NO_PERMISSION'
}

/** Seconds until somebody looks again, and never past the end of its day. */
const lookAgain = (overdue: number) => Math.min(watchEvery, (givenUpAfter - overdue) / second + 1)

const isUnsent = ({ status }: ScheduleRow) => status === 'PENDENTE' || status === 'AGENDADA'

const markSent = hot<{ id: number; messageId: number; late: 0 | 1; now: string }>()((db, p) =>
  db
    .update('schedules')
    .set({ status: 'ENVIADA', messageId: p('messageId'), late: p('late'), sentAt: p('now'), updatedAt: p('now') })
    .set({ error: null })
    .where('id', '=', p('id')),
)

/** The message, its job and the schedule's end, in one transaction. */
async function send(scope: Scope, seen: ScheduleRow, files: Prepared[]) {
  const row = await findScheduleRow(scope, seen.id)
  if (!row || !isUnsent(row)) return
  if (row.updatedAt !== seen.updatedAt) throw new NotYet(1) // changed meanwhile: looked at anew
  const way = await wayTo(scope, row.contactId)
  if (!way) throw new NotYet(1)
  const { contactId, userId, userName } = row
  const ticket = way.live ?? (await beginClosed(scope, way, { contactId, userId }))
  const body = await fillAutomaticText(scope, ticket, row.body)
  const author = { origin: 'schedule', userId, senderName: userName ?? '' } as const
  const [message] = await createOutboundMessages(scope, ticket, { body, quotedId: null, files }, author)
  const late = Date.now() - Date.parse(row.sendAt) > lateAfter ? 1 : 0
  await scope.db.run(markSent, { id: row.id, messageId: message?.id as number, late, now: new Date().toISOString() })
  await disarm(scope, row.id)
  await tell(scope, row.id)
}

const claimDue = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('schedules')
    .set({ status: 'AGENDADA', claimedAt: p('now'), updatedAt: p('now') })
    .where('id', '=', p('id'))
    .where('status', '=', 'PENDENTE')
    .returning('id'),
)

/** It is due and waits for its connection: people see that, and somebody looks after it. */
const claim = (outer: Scope, id: number) =>
  outer.transaction(async (scope) => {
    if (!(await scope.db.first(claimDue, { id, now: new Date().toISOString() }))) return
    await watch(scope, id)
    await tell(scope, id)
  })

const giveUp = (outer: Scope, id: number, error: ErrorCode) =>
  outer.transaction(async (scope) => {
    const row = await findScheduleRow(scope, id)
    if (!row || !isUnsent(row)) return
    await disarm(scope, id)
    await fail(scope, id, error)
  })
