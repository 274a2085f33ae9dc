import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { TicketHistory } from '../model'
import { getTicket } from '../read'

/** Maximum number of events returned, the newest ones; more than a ticket has in practice. */
const maxEvents = 500

const linesOf = hot<{ ticketId: number; limit: number }>()((db, p) =>
  db
    .select('ticket_events')
    .leftJoin('users as actor', 'actor.id', 'ticket_events.actorId')
    .leftJoin('users as fromUser', 'fromUser.id', 'ticket_events.fromUserId')
    .leftJoin('users as toUser', 'toUser.id', 'ticket_events.toUserId')
    .leftJoin('queues as fromQueue', 'fromQueue.id', 'ticket_events.fromQueueId')
    .leftJoin('queues as toQueue', 'toQueue.id', 'ticket_events.toQueueId')
    .select(['ticket_events.id', 'at', 'kind', 'actorId', 'fromUserId', 'toUserId', 'fromQueueId', 'toQueueId'])
    .select(['ticket_events.rate', 'ticket_events.flowName', 'ticket_events.outcome'])
    .select(['actor.name as actorName', 'fromUser.name as fromUserName', 'toUser.name as toUserName'])
    .select(['fromQueue.name as fromQueueName', 'toQueue.name as toQueueName'])
    .where('ticketId', '=', p('ticketId'))
    .orderBy('ticket_events.id', 'desc')
    .limit(p('limit')),
)

/**
 * GET /tickets/:id/events: a ticket's events with actor, user and queue, oldest first. A deleted user or queue keeps
 * its id and has an empty name.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export async function listHistory(scope: Scope, ticketId: number): Promise<TicketHistory> {
  await getTicket(scope, ticketId)
  return { events: await historyOf(scope, ticketId) }
}

/**
 * Returns the events of a ticket, oldest first, to be shown between its messages. The caller has checked the
 * permission.
 */
export const historyOf = async (scope: Scope, ticketId: number): Promise<TicketHistory['events']> =>
  (await scope.db.run(linesOf, { ticketId, limit: maxEvents })).reverse().map((line) => ({
    id: line.id,
    at: line.at,
    kind: line.kind,
    actor: namedRef(line.actorId, line.actorName),
    fromUser: namedRef(line.fromUserId, line.fromUserName),
    toUser: namedRef(line.toUserId, line.toUserName),
    fromQueue: namedRef(line.fromQueueId, line.fromQueueName),
    toQueue: namedRef(line.toQueueId, line.toQueueName),
    rate: line.rate,
    flowName: line.flowName,
    outcome: line.outcome,
  }))

const namedRef = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
