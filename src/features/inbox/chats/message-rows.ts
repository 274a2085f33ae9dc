import type { Scope } from '../../../core/scope'
import { jsonObjects, startOfText } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { parseJson } from '../../../shared/json'
import type { ChatFile, ChatFileFacts, ChatMessage, ChatQuote } from './model'

/** Characters of a quoted text that are shown. */
const maxQuoted = 300

/** Messages of chats with the quoted message and the reactions of each. */
export const chatMessageRows = (db: Tables) =>
  db
    .select('chat_messages')
    .leftJoin('chat_messages as q', (join) =>
      join
        .onRef('q.companyId', '=', 'chat_messages.companyId')
        .onRef('q.id', '=', 'chat_messages.quotedId')
        .onRef('q.chatId', '=', 'chat_messages.chatId'),
    )
    .select(['chat_messages.id', 'chat_messages.chatId', 'chat_messages.message', 'chat_messages.senderId'])
    .select(['chat_messages.senderName', 'chat_messages.mentions', 'chat_messages.clientId'])
    .select(['chat_messages.createdAt', 'chat_messages.mediaId', 'chat_messages.detail'])
    .select(['q.id as quotedId', 'q.senderId as quotedSenderId', 'q.senderName as quotedSender'])
    .select('q.detail as quotedDetail')
    .select(startOfText('q.message', maxQuoted).$castTo<string | null>().as('quotedText'))
    .select(({ selectFrom }) =>
      selectFrom('chat_reactions as r')
        .whereRef('r.companyId', '=', 'chat_messages.companyId')
        .whereRef('r.chatMessageId', '=', 'chat_messages.id')
        .select(jsonObjects({ userId: 'r.userId', emoji: 'r.emoji' }, 'r.userId').as('json'))
        .having(({ eb, fn, lit }) => eb(fn.countAll(), '>', lit(0)))
        .as('reactions'),
    )

const byId = hot<{ id: number }>()((db, p) => chatMessageRows(db).where('chat_messages.id', '=', p('id')))
type ChatMessageRow = NonNullable<(typeof byId)['row']>

/** Row of a message regardless of membership; for the server's own use. */
export const findChatMessageRow = (scope: Scope, id: number): Promise<ChatMessageRow | undefined> =>
  scope.db.first(byId, { id })

/** Converts a row to the message of responses and events. */
export const toChatMessage = (scope: Scope, row: ChatMessageRow): ChatMessage => ({
  id: row.id,
  chatId: row.chatId,
  message: row.message,
  senderId: row.senderId,
  senderName: row.senderName,
  mentions: parseJson(row.mentions),
  clientId: row.clientId,
  file: fileOf(scope, row),
  quoted: quoteOf(row),
  reactions: row.reactions === null ? [] : parseJson(row.reactions),
  createdAt: row.createdAt,
})

const fileOf = (scope: Scope, { mediaId, detail }: ChatMessageRow): ChatFile | null =>
  mediaId === null || detail === null ? null : { ...parseJson<ChatFileFacts>(detail), url: scope.mediaLink(mediaId) }

function quoteOf(row: ChatMessageRow): ChatQuote | null {
  if (row.quotedId === null) return null
  const file = row.quotedDetail === null ? null : parseJson<ChatFileFacts>(row.quotedDetail)
  return {
    id: row.quotedId,
    senderId: row.quotedSenderId,
    senderName: row.quotedSender ?? '',
    message: row.quotedText ?? '',
    file: file && { mediaType: file.mediaType, fileName: file.fileName },
  }
}
