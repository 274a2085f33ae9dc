import type { JobHandler } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import type { DueStage, TargetKind } from '../../../shared/enums'
import { enqueueTargetPush } from '../../platform/push/enqueue'
import { getTicketRow, toTicket } from '../tickets/read'
import { endSnoozeOfLate } from '../tickets/state/snooze'
import { computeTargets, type Targets, unmetTargets } from './compute'
import { dueAfterOf } from './due-after'
import { hoursOfTargets } from './hours'
import { checkNextAnswer, type NextAnswers } from './next-answer'

const clocksQuery = hot<{ id: number }>()((db, p) =>
  db
    .select('tickets')
    .leftJoin('queues', 'queues.id', 'tickets.queueId')
    .leftJoin('attendances', (join) =>
      join
        .onRef('attendances.companyId', '=', 'tickets.companyId')
        .onRef('attendances.ticketId', '=', 'tickets.id')
        .on('attendances.finishedAt', 'is', null),
    )
    .select(['tickets.status', 'tickets.isGroup', 'tickets.chatbot', 'tickets.queueId', 'tickets.whatsappId'])
    .select(['tickets.waitingSince', 'tickets.answeredAt', 'tickets.targetKind', 'tickets.targetDueAt'])
    .select(['attendances.id as attendanceId', 'queuedAt', 'botEndedAt', 'startedAt', 'firstResponseAt'])
    .select([
      'attendances.createdAt',
      'clockFrom',
      'answerDueAt',
      'answerLateAt',
      'resolutionDueAt',
      'resolutionLateAt',
    ])
    .select(['nextAnswerFrom', 'nextAnswerDueAt', 'nextAnswerStage', 'nextAnswersInTime', 'nextAnswersLate'])
    .select(['queues.answerMinutes', 'queues.resolutionMinutes', 'queues.nextAnswerMinutes'])
    .where('tickets.id', '=', p('id')),
)
const storeTargets = hot<Targets & { id: number }>()((db, p) =>
  db
    .update('attendances')
    .set({ clockFrom: p('clockFrom'), answerDueAt: p('answerDueAt'), answerLateAt: p('answerLateAt') })
    .set({ resolutionDueAt: p('resolutionDueAt'), resolutionLateAt: p('resolutionLateAt') })
    .where('id', '=', p('id')),
)
const storeNextAnswers = hot<NextAnswers & { id: number }>()((db, p) =>
  db
    .update('attendances')
    .set({ nextAnswerFrom: p('nextAnswerFrom'), nextAnswerDueAt: p('nextAnswerDueAt') })
    .set({ nextAnswerStage: p('nextAnswerStage'), nextAnswersInTime: p('nextAnswersInTime') })
    .set({ nextAnswersLate: p('nextAnswersLate') })
    .where('id', '=', p('id')),
)
const storeNext = hot<{ id: number; kind: TargetKind | null; targetDueAt: string | null; dueAt: string }>()((db, p) =>
  db
    .update('tickets')
    .set({ targetKind: p('kind'), targetDueAt: p('targetDueAt'), dueAt: p('dueAt') })
    .where('id', '=', p('id')),
)
type ClocksRow = NonNullable<(typeof clocksQuery)['row']>

/**
 * Computes a ticket's targets from what is stored now, notifies of each target missed, and sets the timer to the next
 * due time. It runs after each change of the ticket and at each due time, so that changed hours, a transfer and an
 * outage need no rule of their own.
 */
export const checkTargets: JobHandler<{ ticketId: number }> = {
  run: (outer, { ticketId }) =>
    outer.transaction(async (scope) => {
      const row = await scope.db.first(clocksQuery, { id: ticketId })
      if (!row) return
      if (row.status === 'closed' || row.isGroup === 1 || row.attendanceId === null)
        return storeShown(scope, ticketId, row)
      await storeLive(scope, ticketId, row, new Date().toISOString())
    }),
}

async function storeLive(scope: Scope, ticketId: number, row: ClocksRow, now: string) {
  const clocks = clocksOf(row, now)
  const dueAfter = dueAfterOf(await hoursOfTargets(scope, row))
  const targets = computeTargets(clocks, dueAfter, now)
  const nextAnswer = checkNextAnswer(clocks, dueAfter, now)
  const id = row.attendanceId as number
  await scope.db.run(storeTargets, { id, ...targets })
  if (clocks.nextAnswerMinutes > 0 || clocks.nextAnswerFrom !== null)
    await scope.db.run(storeNextAnswers, { id, ...nextAnswer.stored })
  const unmet = unmetTargets(targets, nextAnswer.stored, row.firstResponseAt)
  await storeShown(scope, ticketId, row, unmet[0])
  if (targets.answerLateAt !== null && row.answerLateAt === null) await notifyLate(scope, ticketId, 'answer')
  if (nextAnswer.reached === 'missed') await notifyLate(scope, ticketId, 'nextAnswer')
  else if (nextAnswer.reached) await notifyDue(scope, ticketId, nextAnswer.reached)
  if (targets.resolutionLateAt !== null && row.resolutionLateAt === null)
    await notifyLate(scope, ticketId, 'resolution')
  // A millisecond later, because a target is missed after its due time.
  const afterDue = unmet.map(({ dueAt }) => new Date(Date.parse(dueAt) + 1).toISOString())
  const [next] = [...nextAnswer.times, ...afterDue].filter((time) => time > now).sort()
  if (next) await scope.enqueue('ticket.target', { ticketId }, { key: String(ticketId), runAt: new Date(next) })
}

/** The row with the values of a ticket without a queue or an attendance. */
const clocksOf = (row: ClocksRow, now: string) => ({
  ...row,
  isRobots: row.status === 'pending' && row.chatbot === 1,
  createdAt: row.createdAt ?? now,
  answerMinutes: row.answerMinutes ?? 0,
  nextAnswerMinutes: row.nextAnswerMinutes ?? 0,
  resolutionMinutes: row.resolutionMinutes ?? 0,
  nextAnswerStage: row.nextAnswerStage ?? 'due',
  nextAnswersInTime: row.nextAnswersInTime ?? 0,
  nextAnswersLate: row.nextAnswersLate ?? 0,
})

/** Stores the target that lists and threads show, and publishes the ticket if it is another one. */
async function storeShown(scope: Scope, id: number, was: ClocksRow, next?: { kind: TargetKind; dueAt: string }) {
  const [kind, targetDueAt] = [next?.kind ?? null, next?.dueAt ?? null]
  if (was.targetKind === kind && was.targetDueAt === targetDueAt) return
  await scope.db.run(storeNext, { id, kind, targetDueAt, dueAt: targetDueAt ?? lastMoment })
  if (was.status === 'closed') return
  const ticket = toTicket(scope, await getTicketRow(scope, id))
  scope.publish('ticket', { action: 'update', ticket })
}

async function notifyLate(scope: Scope, ticketId: number, target: TargetKind) {
  await endSnoozeOfLate(scope, ticketId)
  const ticket = toTicket(scope, await getTicketRow(scope, ticketId))
  scope.publish('lateTicket', { action: 'create', target, ticket })
  await enqueueTargetPush(scope, { ticketId, target })
}

/** Warns of a next answer that is due soon; a snooze stays, because only a missed target ends it. */
async function notifyDue(scope: Scope, ticketId: number, stage: DueStage) {
  const ticket = toTicket(scope, await getTicketRow(scope, ticketId))
  scope.publish('dueTicket', { action: 'create', stage, ticket })
  await enqueueTargetPush(scope, { ticketId, target: 'nextAnswer', stage })
}
