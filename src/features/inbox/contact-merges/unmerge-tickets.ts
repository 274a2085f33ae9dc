import type { Scope } from '../../../core/scope'
import { removeTags } from '../board/ticket-tags'
import { removePins } from '../tickets/pins'
import { findTicketRow, type TicketRow } from '../tickets/read'
import { transition } from '../tickets/state/transition'
import type { LiveTicket } from './merge-with-record'

/** Ids in one statement, at most. */
export const batchSize = 500

/** Fields that merges of an earlier version did not record. */
const missingFields = { notes: [], tags: [], pins: [] }

/**
 * Separates merged tickets: moves messages, notes, tags and pins back and reopens those the merge closed. Returns the
 * ids of the tickets that still exist. Call it inside a transaction.
 */
export async function unmergeTickets(scope: Scope, live: LiveTicket[]): Promise<number[]> {
  const existing: LiveTicket[] = []
  for (const ticket of live)
    if (await findTicketRow(scope, ticket.row.id as number)) existing.push({ ...missingFields, ...ticket })
  for (const ticket of existing) {
    const id = ticket.row.id as number
    await moveToTicket(scope, 'messages', ticket.messages, id)
    await moveToTicket(scope, 'ticket_notes', ticket.notes, id)
    await removeInherited(scope, ticket, existing)
  }
  for (const ticket of existing) await reopenTicket(scope, ticket, live)
  return existing.map(({ row }) => row.id as number)
}

/** Removes tags and pins that came from the other ticket. Tags and pins removed since the merge stay removed. */
async function removeInherited(scope: Scope, ticket: LiveTicket, live: LiveTicket[]) {
  const other = partnerOf(ticket, live)
  const id = ticket.row.id as number
  if (!other || (await findTicketRow(scope, id))?.closeReason === 'merge') return
  await removeTags(
    scope,
    id,
    other.tags.filter((tag) => !ticket.tags.includes(tag)),
  )
  await removePins(
    scope,
    id,
    other.pins.filter((userId) => !ticket.pins.includes(userId)),
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

async function reopenTicket(scope: Scope, ticket: LiveTicket, live: LiveTicket[]) {
  const { row: was } = ticket
  const id = was.id as number
  const now = await findTicketRow(scope, id)
  if (now?.closeReason !== 'merge') return
  const { status, chatbot, updatedAt, unreadMessages, waitingSince } = was as unknown as TicketRow
  const liveTicket = await scope.db
    .select('tickets')
    .select('id')
    .where('contactId', '=', now.contactId)
    .where('whatsappId', '=', now.whatsappId)
    .where('status', '<>', 'closed')
    .executeTakeFirst()
  if (liveTicket) return // the contact has a new live ticket
  const verb = status === 'open' ? 'restoreOpen' : 'restorePending'
  const change = () => ({ chatbot, updatedAt, unreadMessages, ...(waitingSince && { waitingSince }) })
  await transition(scope, now, { verb, event: 'reopened', bySystem: true, change })
  const partner = partnerOf(ticket, live)
  if (partner) await subtractUnread(scope, partner.row.id as number, unreadMessages)
}

async function subtractUnread(scope: Scope, id: number, unread: number) {
  const row = await findTicketRow(scope, id)
  if (!row || unread === 0) return
  const left = Math.max(0, row.unreadMessages - unread)
  await scope.db.update('tickets').set({ unreadMessages: left }).where('id', '=', id).execute()
}
