import type { Scope } from '../../../core/scope'
import { newestCustomerMessageId } from '../../inbox/tickets/customer-message'
import { enqueueTicketPush } from '../../platform/push/enqueue'

/** Notifies agents of the customer's newest message, after the robot has left the ticket to people. */
export async function notifyPeople(scope: Scope, ticketId: number) {
  const messageId = await newestCustomerMessageId(scope, ticketId)
  if (messageId > 0) await enqueueTicketPush(scope, messageId)
}
