import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { mergeTags } from '../board/ticket-tags'
import { recordEvent } from '../tickets/history/events'
import { mergePins } from '../tickets/pins'
import { getTicketRow, type TicketRow, ticketRows } from '../tickets/read'
import { publishTransition, transition } from '../tickets/state/transition'

interface Pair {
  keep: number
  drop: number
}

const liveOf = hot<{ contactId: number }>()((db, p) =>
  ticketRows(db).where('tickets.contactId', '=', p('contactId')).where('tickets.status', '<>', 'closed'),
)
const moveMessages = hot<Pair>()((db, p) =>
  db
    .update('messages')
    .set({ ticketId: p('keep') })
    .where('ticketId', '=', p('drop')),
)
const moveNotes = hot<Pair>()((db, p) =>
  db
    .update('ticket_notes')
    .set({ ticketId: p('keep') })
    .where('ticketId', '=', p('drop')),
)
const addUnread = hot<{ id: number; unread: number; waitingSince: string }>()((db, p) =>
  db
    .update('tickets')
    .set(({ eb }) => ({ unreadMessages: eb('unreadMessages', '+', p('unread')), waitingSince: p('waitingSince') }))
    .where('id', '=', p('id')),
)

/**
 * Merges live tickets of two contacts on the same connection: one keeps the messages and notes of both, so that a
 * waiting customer stays visible; the other closes without a message to the customer.
 */
export async function mergeTickets(scope: Scope, contacts: Pair) {
  const kept = await scope.db.run(liveOf, { contactId: contacts.keep })
  for (const dropped of await scope.db.run(liveOf, { contactId: contacts.drop })) {
    const match = kept.find(({ whatsappId }) => whatsappId === dropped.whatsappId)
    if (match) await mergeTicketPair(scope, match, dropped)
  }
}

async function mergeTicketPair(scope: Scope, one: TicketRow, other: TicketRow) {
  const [keep, drop] = isKept(one, other) ? [one, other] : [other, one]
  await scope.db.run(moveMessages, { keep: keep.id, drop: drop.id })
  await scope.db.run(moveNotes, { keep: keep.id, drop: drop.id })
  await mergeTags(scope, { keep: keep.id, drop: drop.id })
  const [waitingSince] = [keep.waitingSince, drop.waitingSince].sort() as [string, string]
  await scope.db.run(addUnread, { id: keep.id, unread: drop.unreadMessages, waitingSince })
  const kept = await getTicketRow(scope, keep.id)
  await recordEvent(scope, { kind: 'merged', before: keep, after: kept })
  publishTransition(scope, { was: keep, row: kept })
  const closeReason = 'merge' as const
  const step = { verb: 'close', event: 'merged', bySystem: true, change: () => ({ closeReason }) } as const
  const closed = await transition(scope, drop, step)
  if (closed) publishTransition(scope, closed)
  await mergePins(scope, { keep: keep.id, drop: drop.id })
}

/** True when `one` is kept: an open ticket rather than a pending one, else the one with the later message. */
function isKept(one: TicketRow, other: TicketRow): boolean {
  if (one.status !== other.status) return one.status === 'open'
  return one.lastMessageAt >= other.lastMessageAt
}
