import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { TicketEvent } from '../../../../shared/enums'
import { enqueueQueueWork } from '../../distribution/enqueue-work'
import { type AttendedTicket, endBot, updateAttendance } from './attendances'

interface Holder {
  id: number
  userId: number | null
  queueId: number | null
}

const insertEvent = hot<{
  ticketId: number
  at: string
  kind: TicketEvent
  actorId: number | null
  fromUserId: number | null
  toUserId: number | null
  fromQueueId: number | null
  toQueueId: number | null
  flowName: string | null
  outcome: string | null
}>()((db, p) =>
  db
    .insert('ticket_events', {
      ticketId: p('ticketId'),
      at: p('at'),
      kind: p('kind'),
      actorId: p('actorId'),
      fromUserId: p('fromUserId'),
      toUserId: p('toUserId'),
      fromQueueId: p('fromQueueId'),
      toQueueId: p('toQueueId'),
      flowName: p('flowName'),
      outcome: p('outcome'),
    })
    .returning('id'),
)

const insertRated = hot<{
  ticketId: number
  userId: number | null
  queueId: number | null
  rate: number
  at: string
}>()((db, p) =>
  db.insert('ticket_events', {
    ticketId: p('ticketId'),
    at: p('at'),
    kind: 'rated',
    actorId: null,
    fromUserId: p('userId'),
    toUserId: p('userId'),
    fromQueueId: p('queueId'),
    toQueueId: p('queueId'),
    rate: p('rate'),
  }),
)

const insertRenumbered = hot<Holder & { actorId: number; at: string }>()((db, p) =>
  db.insert('ticket_events', {
    ticketId: p('id'),
    at: p('at'),
    kind: 'renumbered',
    actorId: p('actorId'),
    fromUserId: p('userId'),
    toUserId: p('userId'),
    fromQueueId: p('queueId'),
    toQueueId: p('queueId'),
  }),
)

/** Inserts into the ticket's history that the acting user gave its contact another number. */
export async function recordRenumbered(scope: Scope, { id, userId, queueId }: Holder) {
  scope.noteTicketEvent(id, 'renumbered')
  const { userId: actorId } = scope.viewer
  await scope.db.run(insertRenumbered, { id, userId, queueId, actorId, at: new Date().toISOString() })
}

/** Inserts the customer's rating of a closed ticket into its history; the ticket and its attendance stay. */
export async function recordRated(scope: Scope, { id: ticketId, userId, queueId }: Holder, rate: number) {
  scope.noteTicketEvent(ticketId, 'rated')
  await scope.db.run(insertRated, { ticketId, userId, queueId, rate, at: new Date().toISOString() })
}

/** Inserts into the ticket's history that the customer wants no more campaigns, or wants them again. */
export async function recordOptOut(
  scope: Scope,
  { id: ticketId, userId, queueId }: Holder,
  kind: 'optedOut' | 'optedIn',
) {
  scope.noteTicketEvent(ticketId, kind)
  const place = { fromUserId: userId, toUserId: userId, fromQueueId: queueId, toQueueId: queueId }
  await scope.db.run(insertEvent, {
    ticketId,
    at: new Date().toISOString(),
    kind,
    actorId: null,
    ...place,
    flowName: null,
    outcome: null,
  })
}

interface NewEvent {
  kind: TicketEvent
  before: Holder
  after: AttendedTicket
  flowName?: string
  outcome?: string | null
}

/**
 * Inserts a row of the ticket's history and updates its attendance; returns the row's id. The actor is the acting user,
 * or null for the system. A user's change and a merge end the robot's part.
 */
export async function recordEvent(
  scope: Scope,
  { kind, before, after, flowName, outcome = null }: NewEvent,
): Promise<number> {
  scope.noteTicketEvent(after.id, kind)
  const at = new Date().toISOString()
  await updateAttendance(scope, after, at, outcome)
  const isPerson = 'userId' in scope.actor
  if (isPerson || kind === 'merged') await endBot(scope, after.id, at)
  await enqueueQueueWork(scope, after, before)
  const line = await scope.db.first(insertEvent, {
    ticketId: after.id,
    at,
    kind,
    actorId: isPerson ? scope.actor.userId : null,
    fromUserId: before.userId,
    toUserId: after.userId,
    fromQueueId: before.queueId,
    toQueueId: after.queueId,
    flowName: flowName ?? null,
    outcome,
  })
  return line?.id as number
}
