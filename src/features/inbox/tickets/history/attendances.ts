import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { BotStage } from '../../../../shared/bot/route'
import type { CloseReason, TicketStatus } from '../../../../shared/enums'
import { enqueueTargets } from '../../distribution/enqueue-work'

/** The columns of a ticket that its attendance row needs. */
export interface AttendedTicket {
  id: number
  status: TicketStatus
  userId: number | null
  queueId: number | null
  closeReason: CloseReason | null
}

const insertAttendance = hot<{
  ticketId: number
  queuedAt: string | null
  startedAt: string | null
  userId: number | null
  queueId: number | null
  now: string
}>()((db, p) =>
  db.insert('attendances', {
    ticketId: p('ticketId'),
    queuedAt: p('queuedAt'),
    startedAt: p('startedAt'),
    firstResponseAt: null,
    finishedAt: null,
    ratingSentAt: null,
    ratedAt: null,
    userId: p('userId'),
    queueId: p('queueId'),
    reason: null,
    createdAt: p('now'),
  }),
)
/** Keeps the first `startedAt`, and the last agent while the ticket waits again. */
const continueAttendance = hot<{
  ticketId: number
  startedAt: string | null
  userId: number | null
  queueId: number | null
}>()((db, p) =>
  db
    .update('attendances')
    .set(({ fn, val }) => ({
      startedAt: fn.coalesce('startedAt', val(p('startedAt'))),
      userId: fn.coalesce(val(p('userId')), 'userId'),
      queueId: p('queueId'),
    }))
    .where('ticketId', '=', p('ticketId'))
    .where('finishedAt', 'is', null)
    .returning('id'),
)
const finishAttendance = hot<{ ticketId: number; reason: CloseReason | null; outcome: string | null; now: string }>()(
  (db, p) =>
    db
      .update('attendances')
      .set({ finishedAt: p('now'), reason: p('reason'), outcome: p('outcome') })
      .where('ticketId', '=', p('ticketId'))
      .where('finishedAt', 'is', null),
)
const setFirstResponse = hot<{ ticketId: number; now: string }>()((db, p) =>
  db
    .update('attendances')
    .set({ firstResponseAt: p('now') })
    .where('ticketId', '=', p('ticketId'))
    .where('finishedAt', 'is', null)
    .where('firstResponseAt', 'is', null)
    .returning('id'),
)

/** Updates the attendance row of a ticket to the ticket's new state. */
export async function updateAttendance(
  scope: Scope,
  { id: ticketId, status, userId, queueId, closeReason }: AttendedTicket,
  now: string,
  outcome: string | null = null,
) {
  if (status === 'closed') {
    await scope.db.run(cancelRun, { ticketId, now })
    return scope.db.run(finishAttendance, { ticketId, reason: closeReason, outcome, now })
  }
  const startedAt = status === 'open' ? now : null
  if (await scope.db.first(continueAttendance, { ticketId, startedAt, userId, queueId })) return
  await scope.db.run(insertAttendance, {
    ticketId,
    queuedAt: status === 'pending' ? now : null,
    startedAt,
    userId,
    queueId,
    now,
  })
}

/** Sets the time of the first response, once per attendance; the target for it is met. */
export async function recordResponse(scope: Scope, ticketId: number, now = new Date().toISOString()) {
  if (await scope.db.first(setFirstResponse, { ticketId, now })) await enqueueTargets(scope, ticketId)
}

const setBotStage = hot<{ ticketId: number; stage: BotStage }>()((db, p) =>
  db
    .update('attendances')
    .set({ botStage: p('stage') })
    .where('ticketId', '=', p('ticketId'))
    .where('finishedAt', 'is', null),
)
const cancelRun = hot<{ ticketId: number; now: string }>()((db, p) =>
  db
    .update('flow_runs')
    .set({ state: 'cancelled', endedAt: p('now') })
    .where('ticketId', '=', p('ticketId'))
    .where('endedAt', 'is', null)
    .returning('id'),
)
const setBotEndedAt = hot<{ ticketId: number; now: string }>()((db, p) =>
  db
    .update('attendances')
    .set({ botEndedAt: p('now') })
    .where('ticketId', '=', p('ticketId'))
    .where('finishedAt', 'is', null),
)
const setBotDone = hot<{ ticketId: number; now: string }>()((db, p) =>
  db
    .update('attendances')
    .set(({ eb, or, ref, val }) => ({
      botStage: 'done' as const,
      botEndedAt: eb
        .case()
        .when(or([eb('botStage', 'in', ['queues', 'options']), eb('programKind', 'is not', null)]))
        .then(val(p('now')))
        .else(ref('botEndedAt'))
        .end(),
    }))
    .set({ programKind: null, programId: null, programState: null, programSays: null })
    .where('ticketId', '=', p('ticketId'))
    .where('finishedAt', 'is', null)
    .where('botStage', '<>', 'done'),
)

/** Lets the robot begin in an attendance that a customer's message started. */
export const beginBot = (scope: Scope, ticketId: number, stage: 'created' | 'reopened') =>
  scope.db.run(setBotStage, { ticketId, stage })

/**
 * Ends the robot's part of the running attendance and a flow, because a person took the ticket. The time is stored only
 * if the robot was talking with the customer; otherwise the customer was waiting for a person.
 */
export async function endBot(scope: Scope, ticketId: number, now = new Date().toISOString()) {
  const flow = await scope.db.first(cancelRun, { ticketId, now })
  await scope.db.run(setBotDone, { ticketId, now })
  if (flow) await scope.db.run(setBotEndedAt, { ticketId, now })
}
