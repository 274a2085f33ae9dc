import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { mergeTags } from '../tags/ticket-tags'
import { recordEvent } from '../tickets/events'
import { mergePins } from '../tickets/pins'
import { getTicketRow, type TicketRow, ticketRows } from '../tickets/read'
import { publishTransition, transition } from '../tickets/transition'

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
const addUnread = hot<{ id: number; unread: number }>()((db, p) =>
  db
    .update('tickets')
    .set(({ eb }) => ({ unreadMessages: eb('unreadMessages', '+', p('unread')) }))
    .where('id', '=', p('id')),
)

/**
 * Of two contacts' live tickets on one connection the more recently active remains and takes the other's messages and
 * notes, so that nobody who waits is lost from sight; the other closes silently (server-behaviour §1.3).
 */
export async function mergeTickets(scope: Scope, contacts: Pair) {
  const kept = await scope.db.run(liveOf, { contactId: contacts.keep })
  for (const theirs of await scope.db.run(liveOf, { contactId: contacts.drop })) {
    const ours = kept.find(({ whatsappId }) => whatsappId === theirs.whatsappId)
    if (ours) await mergeTicketPair(scope, ours, theirs)
  }
}

async function mergeTicketPair(scope: Scope, one: TicketRow, other: TicketRow) {
  const [keep, drop] = isKept(one, other) ? [one, other] : [other, one]
  await scope.db.run(moveMessages, { keep: keep.id, drop: drop.id })
  await scope.db.run(moveNotes, { keep: keep.id, drop: drop.id })
  await mergeTags(scope, { keep: keep.id, drop: drop.id })
  await scope.db.run(addUnread, { id: keep.id, unread: drop.unreadMessages })
  const kept = await getTicketRow(scope, keep.id)
  await recordEvent(scope, { kind: 'merged', before: keep, after: kept })
  publishTransition(scope, { was: keep, row: kept })
  const closeReason = 'merge' as const
  const step = { verb: 'close', event: 'merged', bySystem: true, change: () => ({ closeReason }) } as const
  const closed = await transition(scope, drop, step)
  if (closed) publishTransition(scope, closed)
  await mergePins(scope, { keep: keep.id, drop: drop.id })
}

/** An agent at work is not interrupted by a merge; between equals the newer conversation stays. */
function isKept(one: TicketRow, other: TicketRow): boolean {
  if (one.status !== other.status) return one.status === 'open'
  return one.lastMessageAt >= other.lastMessageAt
}
