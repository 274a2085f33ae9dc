import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'

/** What can happen to a ticket, for its history and the reports. */
export type TicketEvent =
  | 'created'
  | 'accepted'
  | 'returned'
  | 'transferred'
  | 'moved'
  | 'closed'
  | 'reopened'
  | 'merged'

interface Holder {
  id: number
  userId: number | null
  queueId: number | null
}

const insertEvent = hot<{
  ticketId: number
  at: string
  kind: string
  actorId: number | null
  fromUserId: number | null
  toUserId: number | null
  fromQueueId: number | null
  toQueueId: number | null
}>()((db, p) =>
  db.insert('ticket_events', {
    ticketId: p('ticketId'),
    at: p('at'),
    kind: p('kind'),
    actorId: p('actorId'),
    fromUserId: p('fromUserId'),
    toUserId: p('toUserId'),
    fromQueueId: p('fromQueueId'),
    toQueueId: p('toQueueId'),
  }),
)

/** Writes one line of a ticket's history; the actor is the acting person, or nobody for the process itself. */
export function recordEvent(
  scope: Scope,
  { kind, before, after }: { kind: TicketEvent; before: Holder; after: Holder },
) {
  scope.db.run(insertEvent, {
    ticketId: after.id,
    at: new Date().toISOString(),
    kind,
    actorId: 'userId' in scope.actor ? scope.actor.userId : null,
    fromUserId: before.userId,
    toUserId: after.userId,
    fromQueueId: before.queueId,
    toQueueId: after.queueId,
  })
}
