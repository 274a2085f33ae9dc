import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { known } from '../tickets/change'
import { recordEvent } from '../tickets/events'
import { findLiveTicket, findNewestClosed } from '../tickets/find'
import { getTicketRow, type TicketRow, toTicket } from '../tickets/read'

interface Chat {
  contactId: number
  whatsappId: number
}

const insertTicket = hot<
  Chat & { uuid: string; status: 'pending' | 'closed'; queueId: number | null; closedAt: string | null; now: string }
>()((db, p) =>
  db
    .insert('tickets', {
      uuid: p('uuid'),
      status: p('status'),
      contactId: p('contactId'),
      whatsappId: p('whatsappId'),
      userId: null,
      queueId: p('queueId'),
      lastMessageAt: p('now'),
      closedAt: p('closedAt'),
      closedBy: null,
      closeReason: null,
      createdAt: p('now'),
      updatedAt: p('now'),
    })
    .returning('id'),
)

/**
 * The conversation a program's message goes to, which stays as it is: the live one, else the newest closed one, else a
 * new closed one, so that notices make nobody wait. With a queue, a new one waits there instead. @throws ERR_NO_QUEUE_FOUND
 */
export async function ticketFor(scope: Scope, chat: Chat, queueId: number | null): Promise<TicketRow> {
  await known(scope, { queueId })
  const there = findLiveTicket(scope, chat) ?? (queueId === null ? findNewestClosed(scope, chat) : undefined)
  if (there) return there
  const now = new Date().toISOString()
  const state = queueId === null ? ({ status: 'closed', closedAt: now } as const) : waiting
  const inserted = scope.db.first(insertTicket, { ...chat, ...state, uuid: crypto.randomUUID(), queueId, now })
  const row = getTicketRow(scope, inserted?.id as number)
  recordEvent(scope, { kind: 'created', before: row, after: row })
  return row
}

const waiting = { status: 'pending', closedAt: null } as const

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
export function closeByApi(scope: Scope, id: number) {
  const was = getTicketRow(scope, id)
  if (!scope.db.first(close, { id, now: new Date().toISOString() })) return
  const row = getTicketRow(scope, id)
  recordEvent(scope, { kind: 'closed', before: was, after: row })
  scope.publish('ticket', { action: 'update', ticket: toTicket(scope, row), was: toTicket(scope, was) })
}
