import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { findTicketRow, toTicket } from '../tickets/read'
import { preview } from './preview'
import { getMessageRow } from './read'

const latestOf = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'mediaType', 'body', 'detail', 'fromMe', 'createdAt'])
    .where('ticketId', '=', p('ticketId'))
    .orderBy('id', 'desc')
    .limit(1),
)
const setPreview = hot<{ id: number; lastMessage: string }>()((db, p) =>
  db
    .update('tickets')
    .set({ lastMessage: p('lastMessage') })
    .where('id', '=', p('id')),
)
const setLatest = hot<{ id: number; lastMessage: string; lastMessageFromMe: 0 | 1; at: string | null }>()((db, p) =>
  db
    .update('tickets')
    .set(({ fn, val }) => ({
      lastMessage: p('lastMessage'),
      lastMessageFromMe: p('lastMessageFromMe'),
      lastMessageAt: fn.coalesce(val(p('at')), 'lastMessageAt'),
    }))
    .where('id', '=', p('id')),
)

/** Updates the ticket's preview after a message changed its body, if the message is the ticket's last one. */
export async function refreshPreview(scope: Scope, messageId: number) {
  const row = await getMessageRow(scope, messageId)
  if (!(await isLatest(scope, row))) return
  const detail = row.detail === null ? null : JSON.parse(row.detail)
  await scope.db.run(setPreview, { id: row.ticketId, lastMessage: preview(row.mediaType, row.body, detail) })
  const ticket = await findTicketRow(scope, row.ticketId)
  if (ticket) scope.publish('ticket', { action: 'update', ticket: toTicket(scope, ticket) })
}

/** Updates the ticket's preview after its last message was deleted: the one before, or an empty text. */
export async function previewLatest(scope: Scope, ticketId: number) {
  const row = await scope.db.first(latestOf, { ticketId })
  const detail = row?.detail ? JSON.parse(row.detail) : null
  const lastMessage = row ? preview(row.mediaType, row.body, detail) : ''
  await scope.db.run(setLatest, {
    id: ticketId,
    lastMessage,
    lastMessageFromMe: row?.fromMe ?? 0,
    at: row?.createdAt ?? null,
  })
}

export const isLatest = async (scope: Scope, { id, ticketId }: { id: number; ticketId: number }) =>
  (await scope.db.first(latestOf, { ticketId }))?.id === id
