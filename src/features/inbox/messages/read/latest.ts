import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { MediaType, Origin } from '../../../../shared/enums'
import { parseJson } from '../../../../shared/json'
import { findTicketRow, toTicket } from '../../tickets/read'
import { deletedPreview, preview } from './preview'
import { getMessageRow } from './read'

const latestOf = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'mediaType', 'body', 'detail', 'isDeleted', 'fromMe', 'origin', 'userId', 'senderName', 'createdAt'])
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
interface Latest {
  id: number
  lastMessage: string
  lastMessageFromMe: 0 | 1
  origin: Origin | null
  userId: number | null
  sender: string | null
  at: string | null
}
const setLatest = hot<Latest>()((db, p) =>
  db
    .update('tickets')
    .set(({ fn, val }) => ({
      lastMessage: p('lastMessage'),
      lastMessageFromMe: p('lastMessageFromMe'),
      lastMessageOrigin: p('origin'),
      lastMessageUserId: p('userId'),
      lastMessageSender: p('sender'),
      lastMessageAt: fn.coalesce(val(p('at')), 'lastMessageAt'),
    }))
    .where('id', '=', p('id')),
)

/**
 * Updates the ticket's preview after a message changed its body or was deleted for everyone, if the message is the
 * ticket's last one.
 */
export async function refreshPreview(scope: Scope, messageId: number) {
  const row = await getMessageRow(scope, messageId)
  if (!(await isLatest(scope, row))) return
  await scope.db.run(setPreview, { id: row.ticketId, lastMessage: previewOf(row) })
  const ticket = await findTicketRow(scope, row.ticketId)
  if (ticket) scope.publish('ticket', { action: 'update', ticket: toTicket(scope, ticket) })
}

/** Updates the ticket's preview after its last message was deleted: the one before, or an empty text. */
export async function previewLatest(scope: Scope, ticketId: number) {
  const row = await scope.db.first(latestOf, { ticketId })
  await scope.db.run(setLatest, {
    id: ticketId,
    lastMessage: row ? previewOf(row) : '',
    lastMessageFromMe: row?.fromMe ?? 0,
    origin: row?.origin ?? null,
    userId: row?.userId ?? null,
    sender: row?.senderName ?? null,
    at: row?.createdAt ?? null,
  })
}

interface Shown {
  mediaType: MediaType
  body: string
  detail: string | null
  isDeleted: 0 | 1
}
const previewOf = ({ mediaType, body, detail, isDeleted }: Shown) =>
  isDeleted === 1 ? deletedPreview : preview(mediaType, body, detail === null ? null : parseJson(detail))

export const isLatest = async (scope: Scope, { id, ticketId }: { id: number; ticketId: number }) =>
  (await scope.db.first(latestOf, { ticketId }))?.id === id
