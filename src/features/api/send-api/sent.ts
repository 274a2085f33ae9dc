import { hot, type Tables } from '../../../core/storage/tenant'
import { ack } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import type { ConnectionRef } from '../../../whatsapp/contract'
import type { ApiClient } from './authenticate'
import type { Replies, RepliesQuery, SentMessage } from './model'

const sentRow = hot<{ id: number }>()((db: Tables, p) =>
  db
    .select('messages')
    .innerJoin('contacts', 'contacts.id', 'messages.contactId')
    .select(['messages.id', 'ticketId', 'messages.whatsappId', 'contacts.number', 'messages.waId', 'contactId'])
    .select(['body', 'mediaType', 'ack', 'error', 'isDeleted', 'origin', 'messages.createdAt'])
    .select(['sentAt', 'deliveredAt', 'readAt'])
    .where('messages.id', '=', p('id'))
    .where(({ eb, lit }) => eb('fromMe', '=', lit(1))),
)
type SentRow = NonNullable<(typeof sentRow)['row']>

/**
 * Returns the state of a message that the company sent: with a key any message; with a connection's token those that
 * programs sent through the connection, without the text of a deleted one. @throws ERR_NO_MESSAGE_FOUND
 */
export async function getSent(client: ApiClient, messageId: number): Promise<SentMessage> {
  const { waId, contactId, ack, isDeleted, origin, ...row } = await getSentRow(client, messageId)
  const body = client.connection && isDeleted === 1 ? '' : row.body
  return { ...row, body, state: isDeleted === 1 ? 'deleted' : stateOf(ack) }
}

async function getSentRow({ scope, connection }: ApiClient, id: number): Promise<SentRow> {
  const row = await scope.db.first(sentRow, { id })
  if (!row || (connection && !isSentBy(row, connection))) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return row
}

const isSentBy = ({ whatsappId, origin }: SentRow, connection: ConnectionRef) =>
  whatsappId === connection.whatsappId && origin === 'api'

function stateOf(count: number): SentMessage['state'] {
  if (count === ack.error) return 'failed'
  if (count >= ack.played) return 'played'
  return (['waiting', 'sent', 'delivered', 'read'] as const)[count] ?? 'waiting'
}

const repliesAfter = hot<{ ticketId: number; after: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select(['id', 'body', 'mediaType', 'mediaId', 'quotedWaId', 'createdAt'])
    .where('ticketId', '=', p('ticketId'))
    .where('id', '>', p('after'))
    .where(({ eb, lit }) => eb('fromMe', '=', lit(0)))
    .where(({ eb, lit }) => eb('isDeleted', '=', lit(0)))
    .orderBy('id')
    .limit(p('limit')),
)

/**
 * Returns a page of what the customer wrote after a sent message, oldest first; with a key only, because a connection's
 * token reads no conversation. @throws ERR_NO_MESSAGE_FOUND, ERR_KEY_SCOPE for a token
 */
export async function listReplies(client: ApiClient, messageId: number, { cursor }: RepliesQuery): Promise<Replies> {
  if (client.connection) throw new AppError('ERR_KEY_SCOPE', { scope: 'read' })
  const { id, ticketId, waId } = await getSentRow(client, messageId)
  const { db, companyId, ports } = client.scope
  const after = Math.max(id, Number(cursor ?? 0))
  const rows = await db.run(repliesAfter, { ticketId, after, limit: pageSizes.messages + 1 })
  const page = rows.slice(0, pageSizes.messages)
  const hasMore = rows.length > page.length
  return {
    replies: page.map(({ mediaId, quotedWaId, ...row }) => ({
      ...row,
      mediaUrl: mediaId && ports.publicUrl + ports.media.links.forProgram(companyId, mediaId),
      quotes: quotedWaId === waId,
    })),
    hasMore,
    next: hasMore ? String(page.at(-1)?.id) : null,
  }
}
