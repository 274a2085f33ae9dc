import type { JobHandler } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { TargetKind } from '../../../shared/enums'
import { enqueueTargetPush } from '../../platform/push/enqueue'
import { getTicketRow, toTicket } from '../tickets/read'
import { endSnoozeOfLate } from '../tickets/state/snooze'
import { computeTargets, type Targets, unmetTargets } from './compute'
import { hoursOfTargets } from './hours'

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
    .select(['tickets.waitingSince', 'tickets.targetKind', 'tickets.targetDueAt'])
    .select(['attendances.id as attendanceId', 'queuedAt', 'botEndedAt', 'startedAt', 'firstResponseAt'])
    .select([
      'attendances.createdAt',
      'clockFrom',
      'answerDueAt',
      'answerLateAt',
      'resolutionDueAt',
      'resolutionLateAt',
    ])
    .select(['queues.answerMinutes', 'queues.resolutionMinutes'])
    .where('tickets.id', '=', p('id')),
)
const storeTargets = hot<Targets & { id: number }>()((db, p) =>
  db
    .update('attendances')
    .set({ clockFrom: p('clockFrom'), answerDueAt: p('answerDueAt'), answerLateAt: p('answerLateAt') })
    .set({ resolutionDueAt: p('resolutionDueAt'), resolutionLateAt: p('resolutionLateAt') })
    .where('id', '=', p('id')),
)
const storeNext = hot<{ id: number; kind: TargetKind | null; dueAt: string | null }>()((db, p) =>
  db
    .update('tickets')
    .set({ targetKind: p('kind'), targetDueAt: p('dueAt') })
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
  const clocks = {
    ...row,
    isRobots: row.status === 'pending' && row.chatbot === 1,
    createdAt: row.createdAt ?? now,
    answerMinutes: row.answerMinutes ?? 0,
    resolutionMinutes: row.resolutionMinutes ?? 0,
  }
  const targets = computeTargets(clocks, await hoursOfTargets(scope, row), now)
  await scope.db.run(storeTargets, { id: row.attendanceId as number, ...targets })
  const unmet = unmetTargets(targets, row.firstResponseAt)
  await storeShown(scope, ticketId, row, unmet[0])
  if (targets.answerLateAt !== null && row.answerLateAt === null) await notifyLate(scope, ticketId, 'answer')
  if (targets.resolutionLateAt !== null && row.resolutionLateAt === null)
    await notifyLate(scope, ticketId, 'resolution')
  const next = unmet.find(({ dueAt }) => dueAt >= now)
  // A millisecond later, because a target is missed after its due time.
  if (next)
    await scope.enqueue(
      'ticket.target',
      { ticketId },
      { key: String(ticketId), runAt: new Date(Date.parse(next.dueAt) + 1) },
    )
}

/** Stores the target that lists and threads show, and publishes the ticket if it is another one. */
async function storeShown(scope: Scope, id: number, was: ClocksRow, next?: { kind: TargetKind; dueAt: string }) {
  const [kind, dueAt] = [next?.kind ?? null, next?.dueAt ?? null]
  if (was.targetKind === kind && was.targetDueAt === dueAt) return
  await scope.db.run(storeNext, { id, kind, dueAt })
  if (was.status === 'closed') return
  const ticket = toTicket(scope, await getTicketRow(scope, id))
  scope.publish('ticket', { action: 'update', ticket })
}

async function notifyLate(scope: Scope, ticketId: number, target: TargetKind) {
  await endSnoozeOfLate(scope, ticketId)
  const ticket = toTicket(scope, await getTicketRow(scope, ticketId))
  scope.publish('lateTicket', { action: 'create', target, ticket })
  await enqueueTargetPush(scope, ticketId, target)
}
