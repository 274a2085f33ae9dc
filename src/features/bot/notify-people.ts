import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { enqueueTicketPush } from '../push/enqueue'

const newestMessage = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('messages')
    .select('id')
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 0)
    .orderBy('id', 'desc')
    .limit(1),
)
/** Newest message of the ticket's customer; 0 without one. */
export const newestMessageId = async (scope: Scope, ticketId: number) =>
  (await scope.db.first(newestMessage, { ticketId }))?.id ?? 0

/** Notifies agents of the customer's newest message, after the robot has left the ticket to people. */
export async function notifyPeople(scope: Scope, ticketId: number) {
  const messageId = await newestMessageId(scope, ticketId)
  if (messageId > 0) await enqueueTicketPush(scope, messageId)
}
