import type { Scope } from '../../../core/scope'
import { findLiveTicket, findNewestClosed } from '../../inbox/tickets/find'
import type { TicketRow } from '../../inbox/tickets/read'
import { beginTicket } from '../../inbox/tickets/state/begin'
import { assertIdsExist } from '../../inbox/tickets/state/checks'

interface Chat {
  contactId: number
  whatsappId: number
}

/**
 * Returns the ticket for a program's message, unchanged: the live one, else the newest closed one, else a new closed
 * one, so that notices do not wait for an agent. With a queue, a new ticket is pending in it.
 * @throws ERR_NO_QUEUE_FOUND
 */
export async function ticketForApiMessage(scope: Scope, chat: Chat, queueId: number | null): Promise<TicketRow> {
  await assertIdsExist(scope, { queueId })
  const there =
    (await findLiveTicket(scope, chat)) ?? (queueId === null ? await findNewestClosed(scope, chat) : undefined)
  if (there) return there
  const status = queueId === null ? 'closed' : 'pending'
  return beginTicket(scope, { ...chat, userId: null, queueId, status, isGroup: false })
}
