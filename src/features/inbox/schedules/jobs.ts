import { type JobHandler, NotYet, WaitFor } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { ErrorCode } from '../../../shared/errors'
import { opening } from '../../../whatsapp/open-connection'
import { readCompanyState } from '../../platform/company/state'
import { getFile } from '../../platform/media/files'
import { type PreparedFile, prepareFile } from '../../platform/media/prepare'
import type { Message } from '../messages/model'
import { type Author, createOutboundMessages } from '../messages/send/send'
import { fillAutomaticText } from '../messages/send/variables'
import type { TicketRow } from '../tickets/read'
import { isCold } from './cold-place'
import { beginClosed, type Destination, findDestination } from './destination'
import { cancelSchedule, enqueueWatch, watchEvery } from './enqueue'
import { markScheduleFailed } from './fail'
import { publishSchedule } from './publish-schedule'
import { findScheduleRow, type ScheduleRow } from './read'
import { continueRepetition } from './repeat'

const second = 1000
/** Times in ms after `sendAt`: sent later than two minutes it is marked late; after 24 hours it is no longer sent. */
const lateAfter = 2 * 60 * second
const givenUpAfter = 24 * 3600 * second

/**
 * Sends one scheduled message at its time. The schedule's new state and the message share a transaction, so that
 * neither a second run nor a crash sends it twice.
 */
export const sendSchedule: JobHandler<{ scheduleId: number; watch?: true }> = {
  async run(scope, { scheduleId, watch: watches }) {
    const row = await findScheduleRow(scope, scheduleId)
    if (!row || !isUnsent(row)) return
    const overdue = Date.now() - Date.parse(row.sendAt)
    // The clock was set back, or the schedule was moved while the job ran.
    if (overdue < 0) throw new NotYet(Math.min(-overdue / second, 3600))
    const refusal = await refusalOf(scope, overdue)
    if (refusal) return giveUp(scope, scheduleId, refusal)
    const destination = await findDestination(scope, row.contactId)
    if (!destination) return giveUp(scope, scheduleId, 'ERR_NO_DEF_WAPP_FOUND')
    if (!scope.ports.whatsapp.isOpen({ companyId: scope.companyId, whatsappId: destination.whatsappId })) {
      if (watches) throw new NotYet(secondsUntilNextCheck(overdue))
      await markWaiting(scope, scheduleId)
      throw new WaitFor(opening(destination.whatsappId))
    }
    const files = row.mediaId ? [await prepareFile(scope, await getFile(scope, row.mediaId), false, {})] : []
    const waitUntil = await scope.transaction((scope) => sendNow(scope, row, files))
    if (waitUntil) throw new NotYet(Math.max(0, (Date.parse(waitUntil) - Date.now()) / second))
  },
  parked: (scope, { scheduleId }) => giveUp(scope, scheduleId, 'ERR_SENDING_WAPP_MSG'),
}

/**
 * Returns why the message can never be sent, or null. Throws NotYet while the licence is expired. A plan that lost
 * schedules fails at once.
 */
async function refusalOf(scope: Scope, overdue: number): Promise<ErrorCode | null> {
  const { mayAct, useSchedules } = await readCompanyState(scope)
  if (overdue > givenUpAfter) return mayAct ? 'ERR_SCHEDULE_MISSED' : 'ERR_SCHEDULE_LICENCE'
  if (!mayAct) throw new NotYet(secondsUntilNextCheck(overdue)) // a licence renewed within 24 hours still sends it
  return useSchedules ? null : 'ERR_NO_PERMISSION'
}

/** Returns the seconds until the next check, at most until the end of its 24 hours. */
const secondsUntilNextCheck = (overdue: number) => Math.min(watchEvery, (givenUpAfter - overdue) / second + 1)

const isUnsent = ({ status, paused }: ScheduleRow) => paused === 0 && (status === 'PENDENTE' || status === 'AGENDADA')

const markSent = hot<{ id: number; messageId: number; late: 0 | 1; now: string }>()((db, p) =>
  db
    .update('schedules')
    .set({ status: 'ENVIADA', messageId: p('messageId'), late: p('late'), sentAt: p('now'), updatedAt: p('now') })
    .set({ error: null, waitUntil: null })
    .where('id', '=', p('id')),
)

/**
 * Stores the message, its delivery job and the schedule's new state in one transaction. Returns the time until which the
 * message waits for its place in the cold lane; null otherwise.
 */
async function sendNow(scope: Scope, staleSchedule: ScheduleRow, files: PreparedFile[]): Promise<string | null> {
  const row = await findScheduleRow(scope, staleSchedule.id)
  if (!row || !isUnsent(row)) return null
  if (row.updatedAt !== staleSchedule.updatedAt) throw new NotYet(1) // changed in the meantime: the job reads it again
  const destination = await findDestination(scope, row.contactId)
  if (!destination) throw new NotYet(1)
  if (await isCold(scope, destination, row.contactId)) {
    const waitUntil = await takeColdPlace(scope, destination, row.id)
    if (waitUntil) return waitUntil
  }
  const { contactId, userId, userName } = row
  const ticket = destination.live ?? (await beginClosed(scope, destination, { contactId, userId }))
  const body = await fillAutomaticText(scope, ticket, row.body)
  const author = { origin: 'schedule', userId, senderName: userName ?? '' } as const
  // The last one has the file: when WhatsApp refuses it, the schedule counts as failed.
  const message = (await createMessages(scope, ticket, { body, files }, author)).at(-1)
  const late = Date.now() - Date.parse(row.sendAt) > lateAfter ? 1 : 0
  await scope.db.run(markSent, { id: row.id, messageId: message?.id as number, late, now: new Date().toISOString() })
  await cancelSchedule(scope, row.id)
  await continueRepetition(scope, row)
  await publishSchedule(scope, row.id)
  return null
}

/** Stores the text and the file as one message. A sound has no caption: its text is a message before it. */
async function createMessages(
  scope: Scope,
  ticket: TicketRow,
  { body, files }: { body: string; files: PreparedFile[] },
  author: Author,
) {
  const isSound = files[0]?.mediaType === 'audio'
  const parts = isSound
    ? [
        { body, files: [] },
        { body: '', files },
      ]
    : [{ body, files }]
  const messages: Message[] = []
  for (const part of parts)
    messages.push(...(await createOutboundMessages(scope, ticket, { ...part, quotedId: null }, author)))
  return messages
}

const setWait = hot<{ id: number; waitUntil: string }>()((db, p) =>
  db
    .update('schedules')
    .set({ waitUntil: p('waitUntil') })
    .where('id', '=', p('id')),
)

/** Takes the number's next place for a person without a conversation, or stores and returns when there is one. */
async function takeColdPlace(scope: Scope, { whatsappId }: Destination, id: number): Promise<string | null> {
  const [waitUntil = null] = await scope.call('chatStarting', whatsappId)
  if (waitUntil === null) return null
  await scope.db.run(setWait, { id, waitUntil })
  await publishSchedule(scope, id)
  return waitUntil
}

const claimDue = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('schedules')
    .set({ status: 'AGENDADA', claimedAt: p('now'), updatedAt: p('now') })
    .where('id', '=', p('id'))
    .where('status', '=', 'PENDENTE')
    .returning('id'),
)

/** Marks a due schedule as waiting for its connection, and starts the watching job. */
const markWaiting = (outer: Scope, id: number) =>
  outer.transaction(async (scope) => {
    if (!(await scope.db.first(claimDue, { id, now: new Date().toISOString() }))) return
    await enqueueWatch(scope, id)
    await publishSchedule(scope, id)
  })

const giveUp = (outer: Scope, id: number, error: ErrorCode) =>
  outer.transaction(async (scope) => {
    const row = await findScheduleRow(scope, id)
    if (!row || !isUnsent(row)) return
    await cancelSchedule(scope, id)
    await continueRepetition(scope, row)
    await markScheduleFailed(scope, id, error)
  })
