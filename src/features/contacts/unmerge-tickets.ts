import type { Scope } from '../../core/scope'
import { removeTags } from '../tags/ticket-tags'
import { removePins } from '../tickets/pins'
import { findTicketRow, type TicketRow } from '../tickets/read'
import { transition } from '../tickets/transition'
import type { LiveTicket } from './merge-by-person'

/** Ids named in one statement. */
export const batchSize = 500

/** What merges of an earlier version did not write down. */
const missingFields = { notes: [], tags: [], pins: [] }

/**
 * Of tickets that were one: each with its own messages, notes, tags and pins, and open again as it was. Answers the ids
 * of those that are still there. Within a transaction.
 */
export async function unmergeTickets(scope: Scope, live: LiveTicket[]): Promise<number[]> {
  const there: LiveTicket[] = []
  for (const one of live) if (await findTicketRow(scope, one.row.id as number)) there.push({ ...missingFields, ...one })
  for (const one of there) {
    const id = one.row.id as number
    await moveToTicket(scope, 'messages', one.messages, id)
    await moveToTicket(scope, 'ticket_notes', one.notes, id)
    await removeInherited(scope, one, there)
  }
  for (const one of there) await reopenTicket(scope, one, live)
  return there.map(({ row }) => row.id as number)
}

/** What only the other one had. A tag or pin that people took away since stays away. */
async function removeInherited(scope: Scope, one: LiveTicket, live: LiveTicket[]) {
  const other = partnerOf(one, live)
  const id = one.row.id as number
  if (!other || (await findTicketRow(scope, id))?.closeReason === 'merge') return
  await removeTags(
    scope,
    id,
    other.tags.filter((tag) => !one.tags.includes(tag)),
  )
  await removePins(
    scope,
    id,
    other.pins.filter((userId) => !one.pins.includes(userId)),
  )
}

const partnerOf = ({ row }: LiveTicket, live: LiveTicket[]) =>
  live.find((other) => other.row.id !== row.id && other.row.whatsappId === row.whatsappId)

async function moveToTicket(scope: Scope, table: 'messages' | 'ticket_notes', ids: number[], ticketId: number) {
  for (let at = 0; at < ids.length; at += batchSize)
    await scope.db
      .update(table)
      .set({ ticketId })
      .where('id', 'in', ids.slice(at, at + batchSize))
      .execute()
}

async function reopenTicket(scope: Scope, one: LiveTicket, live: LiveTicket[]) {
  const { row: was } = one
  const id = was.id as number
  const now = await findTicketRow(scope, id)
  if (now?.closeReason !== 'merge') return
  const { status, chatbot, updatedAt, unreadMessages } = was as unknown as TicketRow
  const taken = await scope.db
    .select('tickets')
    .select('id')
    .where('contactId', '=', now.contactId)
    .where('whatsappId', '=', now.whatsappId)
    .where('status', '<>', 'closed')
    .executeTakeFirst()
  if (taken) return // a new conversation has begun since
  const verb = status === 'open' ? 'restoreOpen' : 'restorePending'
  const change = () => ({ chatbot, updatedAt, unreadMessages })
  await transition(scope, now, { verb, event: 'reopened', bySystem: true, change })
  const partner = partnerOf(one, live)
  if (partner) await subtractUnread(scope, partner.row.id as number, unreadMessages)
}

async function subtractUnread(scope: Scope, id: number, unread: number) {
  const row = await findTicketRow(scope, id)
  if (!row || unread === 0) return
  const left = Math.max(0, row.unreadMessages - unread)
  await scope.db.update('tickets').set({ unreadMessages: left }).where('id', '=', id).execute()
}
