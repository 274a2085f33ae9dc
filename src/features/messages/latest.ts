import type { Scope } from '../../core/scope'
import { hot } from '../../core/tenant'
import { findTicketRow, toTicket } from '../tickets/read'
import { preview } from './preview'
import { getMessageRow } from './read'

const latestOf = hot<{ ticketId: number }>()((db, p) =>
  db.select('messages').select('id').where('ticketId', '=', p('ticketId')).orderBy('id', 'desc').limit(1),
)
const setPreview = hot<{ id: number; lastMessage: string }>()((db, p) =>
  db
    .update('tickets')
    .set({ lastMessage: p('lastMessage') })
    .where('id', '=', p('id')),
)

/** After a message changed its words: if it is its ticket's last one, the list row says the new ones. */
export function refreshPreview(scope: Scope, messageId: number) {
  const row = getMessageRow(scope, messageId)
  if (scope.db.first(latestOf, { ticketId: row.ticketId })?.id !== messageId) return
  const detail = row.detail === null ? null : JSON.parse(row.detail)
  scope.db.run(setPreview, { id: row.ticketId, lastMessage: preview(row.mediaType, row.body, detail) })
  const ticket = findTicketRow(scope, row.ticketId)
  if (ticket) scope.publish('ticket', { action: 'update', ticket: toTicket(scope, ticket) })
}
