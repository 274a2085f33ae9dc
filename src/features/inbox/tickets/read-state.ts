import type { JobHandler } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { changesTicket } from '../../../shared/permissions'
import { onConnection, overConnection, placesOfConnection } from '../../../whatsapp/open-connection'
import { isEnabled } from '../../platform/settings/service'
import type { Ticket } from './model'
import { findTicketRow, getTicket, getTicketRow, type TicketRow, toTicket } from './read'

const zeroUnread = hot<{ id: number }>()((db, p) =>
  db.update('tickets').set({ unreadMessages: 0 }).where('id', '=', p('id')),
)
const setUnread = hot<{ id: number }>()((db, p) =>
  db.update('tickets').set({ unreadMessages: 1 }).where('id', '=', p('id')),
)
/** Reads only as many of the newest messages as were unread, not the whole conversation. */
const newestUnread = hot<{ ticketId: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'read'])
    .where('ticketId', '=', p('ticketId'))
    .where('fromMe', '=', 0)
    .orderBy('id', 'desc')
    .limit(p('limit')),
)
const markRead = hot<{ id: number }>()((db, p) => db.update('messages').set({ read: 1 }).where('id', '=', p('id')))
const keyOf = hot<{ id: number }>()((db, p) =>
  db.select('messages').select(['waId', 'participant']).where('id', '=', p('id')),
)

const maxReceipts = 500

/**
 * Marks the conversation as read, when its holder opens an open ticket: unread becomes 0, and the customer sees blue
 * ticks if the company's setting allows. For other users nothing changes (docs/behaviour.md, "Unread and read").
 */
export async function readTicket(outer: Scope, id: number): Promise<Ticket> {
  const seen = await getTicket(outer, id)
  if (!readsAsOwner(outer, seen)) return seen
  return outer.transaction(async (scope) => {
    const row = await getTicketRow(scope, id)
    if (!readsAsOwner(scope, row)) return toTicket(scope, row)
    await markMessagesRead(scope, id, Math.min(row.unreadMessages, maxReceipts), row.whatsappId)
    const ticket = toTicket(scope, await getTicketRow(scope, id))
    scope.publish('ticket', { action: 'updateUnread', ticketId: id, ticket })
    return ticket
  })
}

/** Returns true for the holder of an open ticket with unread messages. */
const readsAsOwner = (scope: Scope, { unreadMessages, status, userId }: Ticket | TicketRow) =>
  unreadMessages > 0 && status === 'open' && userId === scope.viewer.userId

/**
 * Marks a ticket as unread for all users until its holder opens it again. Its messages stay read and the customer is
 * not informed. A ticket with unread messages stays unchanged.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_STATE for a closed ticket, which has no holder to read it
 */
export function unreadTicket(outer: Scope, id: number): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const row = await getTicketRow(scope, id)
    if (!changesTicket(scope.viewer, row)) throw new AppError('ERR_NO_PERMISSION')
    if (row.status === 'closed') throw new AppError('ERR_TICKET_STATE', { status: row.status })
    if (row.unreadMessages > 0) return toTicket(scope, row)
    await scope.db.run(setUnread, { id })
    const ticket = toTicket(scope, await getTicketRow(scope, id))
    scope.publish('ticket', { action: 'updateUnread', ticketId: id, ticket })
    return ticket
  })
}

async function markMessagesRead(scope: Scope, ticketId: number, limit: number, whatsappId: number | null) {
  await scope.db.run(zeroUnread, { id: ticketId })
  const unread = (await scope.db.run(newestUnread, { ticketId, limit })).filter(({ read }) => read === 0)
  for (const { id } of unread) await scope.db.run(markRead, { id })
  if (unread.length === 0 || whatsappId === null || !(await isEnabled(scope.db, 'readReceipts'))) return
  const messageIds = unread.map(({ id }) => id).reverse()
  await scope.enqueue('ticket.markRead', { ticketId, messageIds }, onConnection(scope, whatsappId))
}

/** Sends read receipts (blue ticks) to the customer. */
export const markTicketRead: JobHandler<{ ticketId: number; messageIds: number[] }> = {
  ...placesOfConnection,
  attempts: 3,
  async run(scope, { ticketId, messageIds }) {
    const ticket = await findTicketRow(scope, ticketId)
    if (!ticket || ticket.whatsappId === null) return
    const { whatsapp } = scope.ports
    const keys: Parameters<typeof whatsapp.markRead>[1] = []
    for (const id of messageIds)
      for (const { waId, participant } of await scope.db.run(keyOf, { id }))
        keys.push({ jid: ticket.waJid, waId, participant: participant || null })
    await overConnection(scope, ticket.whatsappId, (open) => whatsapp.markRead(open, keys))
  },
}
