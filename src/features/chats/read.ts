import { timeCursor, timeOfCursor } from '../../core/http/cursor'
import type { Scope } from '../../core/scope'
import { sortsBefore } from '../../core/storage/expressions'
import { hot } from '../../core/storage/tenant'
import { lastMoment } from '../../core/time'
import { AppError } from '../../shared/errors'
import { pageSizes } from '../../shared/limits'
import { fold } from '../../shared/text'
import type { Chat, ChatMessage, ChatMessageQuery, ChatQuery, ChatUser } from './model'

const columns = [
  'chats.id',
  'chats.uuid',
  'chats.title',
  'chats.ownerId',
  'chats.lastMessage',
  'chats.updatedAt',
] as const
type ChatRow = Omit<Chat, 'users'>

const byId = hot<{ id: number }>()((db, p) => db.select('chats').select(columns).where('id', '=', p('id')))
const byUuid = hot<{ uuid: string }>()((db, p) => db.select('chats').select(columns).where('uuid', '=', p('uuid')))
const membersOf = hot<{ chatId: number }>()((db, p) =>
  db
    .select('chat_users')
    .innerJoin('users', 'users.id', 'chat_users.userId')
    .select(['chat_users.userId', 'chat_users.unreads', 'users.name'])
    .where('chat_users.chatId', '=', p('chatId'))
    .orderBy('users.name')
    .orderBy('users.id'),
)
/** One person's chats, the liveliest first: a stretch of an index. */
const pageOfChats = hot<{ userId: number; lastAt: string; chatId: number; limit: number; offset: number }>()((db, p) =>
  db
    .select('chat_users')
    .innerJoin('chats', 'chats.id', 'chat_users.chatId')
    .select(columns)
    .where('chat_users.userId', '=', p('userId'))
    .where(sortsBefore(['chat_users.lastAt', 'chat_users.chatId'], [p('lastAt'), p('chatId')]))
    .orderBy('chat_users.lastAt', 'desc')
    .orderBy('chat_users.chatId', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const unreadChats = hot<{ userId: number }>()((db, p) =>
  db
    .select('chat_users')
    .select('chatId')
    .where('userId', '=', p('userId'))
    .where('unreads', '>', 0)
    .orderBy('chatId')
    .limit(100),
)
const pageOfMessages = hot<{ chatId: number; before: number; limit: number; offset: number }>()((db, p) =>
  db
    .select('chat_messages')
    .select(['id', 'chatId', 'message', 'senderId', 'senderName', 'mentions', 'clientId', 'createdAt'])
    .where('chatId', '=', p('chatId'))
    .where('id', '<', p('before'))
    .orderBy('id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
type MessageRow = NonNullable<(typeof pageOfMessages)['row']>

const size = pageSizes.other

/**
 * A chat the acting person is in. To everybody else it is not there, admins included: what colleagues say to each
 * other is theirs. @throws ERR_NO_CHAT_FOUND
 */
export const getChat = async (scope: Scope, id: number): Promise<Chat> =>
  requireMember(scope, await scope.db.first(byId, { id }))
export const getChatByUuid = async (scope: Scope, uuid: string): Promise<Chat> =>
  requireMember(scope, await scope.db.first(byUuid, { uuid }))

async function requireMember(scope: Scope, row: ChatRow | undefined): Promise<Chat> {
  const chat = row && { ...row, users: await members(scope, row.id) }
  if (!chat || !isMember(chat, scope.viewer.userId)) throw new AppError('ERR_NO_CHAT_FOUND')
  return chat
}

/** A chat whoever asks: for the process itself. */
export async function findChat(scope: Scope, id: number): Promise<Chat | undefined> {
  const row = await scope.db.first(byId, { id })
  return row && { ...row, users: await members(scope, id) }
}

export const isMember = ({ users }: Chat, userId: number) => users.some((member) => member.userId === userId)

const members = async (scope: Scope, chatId: number): Promise<ChatUser[]> =>
  (await scope.db.run(membersOf, { chatId })).map(({ userId, unreads, name }) => ({
    userId,
    unreads,
    user: { id: userId, name },
  }))

/** The acting person's chats, and the ids of those with something unread (at most a hundred). */
export async function listChats(scope: Scope, query: ChatQuery) {
  const { userId } = scope.viewer
  const text = fold(query.searchParam ?? '')
  const rows = text === '' ? await listPage(scope, query) : await searchTitles(scope, query, text)
  const hasMore = rows.length > size
  const records: Chat[] = await Array.fromAsync(rows.slice(0, size), async (row) => ({
    ...row,
    users: await members(scope, row.id),
  }))
  const last = records.at(-1)
  const next = hasMore && last ? timeCursor({ at: last.updatedAt, id: last.id }) : null
  return { records, hasMore, next, unread: (await scope.db.run(unreadChats, { userId })).map(({ chatId }) => chatId) }
}

async function listPage(scope: Scope, query: ChatQuery): Promise<ChatRow[]> {
  const { userId } = scope.viewer
  return scope.db.run(pageOfChats, { userId, ...positionAfter(query.cursor), limit: size + 1, offset: offsetOf(query) })
}

/** By title; cold, since a person typed it. SQLite folds no accents, so the few chats of one person are read whole. */
async function searchTitles(scope: Scope, query: ChatQuery, text: string): Promise<ChatRow[]> {
  const { userId } = scope.viewer
  const all = await scope.db.run(pageOfChats, { userId, ...positionAfter(query.cursor), limit: -1, offset: 0 })
  const skip = offsetOf(query)
  return all.filter(({ title }) => fold(title).includes(text)).slice(skip, skip + size + 1)
}

const offsetOf = ({ cursor, pageNumber = 1 }: { cursor?: string; pageNumber?: number }) =>
  cursor === undefined ? (pageNumber - 1) * size : 0

function positionAfter(cursor: string | undefined) {
  const { at: lastAt, id: chatId } = timeOfCursor(cursor) ?? { at: lastMoment, id: 0 }
  return { lastAt, chatId }
}

/** One page of a chat, the newest page first and oldest message first within it; keyset by id. */
export async function listChatMessages(scope: Scope, chatId: number, query: ChatMessageQuery) {
  const chat = await getChat(scope, chatId)
  const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(query.cursor)
  const rows = await scope.db.run(pageOfMessages, { chatId, before, limit: size + 1, offset: offsetOf(query) })
  const hasMore = rows.length > size
  const records = rows.slice(0, size).reverse().map(toChatMessage)
  return { records, chat, hasMore, next: hasMore ? String(records[0]?.id) : null }
}

export const toChatMessage = (row: MessageRow): ChatMessage => ({ ...row, mentions: JSON.parse(row.mentions) })
