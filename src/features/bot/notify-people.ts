import type { Scope } from '../../core/scope'
import { enqueueTicketPush } from '../push/enqueue'
import { newestCustomerMessageId } from '../tickets/customer-message'

/** Notifies agents of the customer's newest message, after the robot has left the ticket to people. */
export async function notifyPeople(scope: Scope, ticketId: number) {
  const messageId = await newestCustomerMessageId(scope, ticketId)
  if (messageId > 0) await enqueueTicketPush(scope, messageId)
}
