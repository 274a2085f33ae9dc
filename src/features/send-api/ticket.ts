import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { beginTicket } from '../tickets/begin'
import { known } from '../tickets/change'
import { recordEvent } from '../tickets/events'
import { findLiveTicket, findNewestClosed } from '../tickets/find'
import { getTicketRow, type TicketRow, toTicket } from '../tickets/read'

interface Chat {
  contactId: number
  whatsappId: number
}

/**
 * The conversation a program's message goes to, which stays as it is: the live one, else the newest closed one, else a
 * new closed one, so that notices make nobody wait. With a queue, a new one waits there instead. @throws ERR_NO_QUEUE_FOUND
 */
export async function ticketFor(scope: Scope, chat: Chat, queueId: number | null): Promise<TicketRow> {
  await known(scope, { queueId })
  const there =
    (await findLiveTicket(scope, chat)) ?? (queueId === null ? await findNewestClosed(scope, chat) : undefined)
  if (there) return there
  const status = queueId === null ? 'closed' : 'pending'
  return beginTicket(scope, { ...chat, userId: null, queueId, status, isGroup: false })
}

const close = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('tickets')
    .set({ status: 'closed', closedAt: p('now'), closedBy: null, closeReason: 'api', chatbot: 0, unreadMessages: 0 })
    .set({ updatedAt: p('now') })
    .where('id', '=', p('id'))
    .where('status', '<>', 'closed')
    .returning('id'),
)

/** Closes the conversation, as the program asked; no goodbye is said, because the program said what it had to. */
export async function closeByApi(scope: Scope, id: number) {
  const was = await getTicketRow(scope, id)
  if (!(await scope.db.first(close, { id, now: new Date().toISOString() }))) return
  const row = await getTicketRow(scope, id)
  await recordEvent(scope, { kind: 'closed', before: was, after: row })
  scope.publish('ticket', { action: 'update', ticket: toTicket(scope, row), was: toTicket(scope, was) })
}
