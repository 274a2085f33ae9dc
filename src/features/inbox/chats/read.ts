import { timeCursor, timeOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { everyRow, sortsBefore } from '../../../core/storage/expressions'
import type { Flag } from '../../../core/storage/schema'
import { hot } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import { chatMessageRows, toChatMessage } from './message-rows'
import type { Chat, ChatMessageQuery, ChatQuery, ChatUser } from './model'

const columns = [
  'chats.id',
  'chats.uuid',
  'chats.title',
  'chats.direct',
  'chats.ownerId',
  'chats.lastMessage',
  'chats.updatedAt',
] as const
type ChatRow = Omit<Chat, 'users' | 'direct'> & { direct: Flag }

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
/** One person's chats, most recent message first; reads a range of an index. */
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
  chatMessageRows(db)
    .where('chat_messages.chatId', '=', p('chatId'))
    .where('chat_messages.id', '<', p('before'))
    .orderBy('chat_messages.id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)

const size = pageSizes.other

/**
 * A chat of which the acting person is a member. For non-members, admins included, it does not exist: chats are
 * private.
 * @throws ERR_NO_CHAT_FOUND
 */
export const getChat = async (scope: Scope, id: number): Promise<Chat> =>
  requireMember(scope, await scope.db.first(byId, { id }))
/** The same by UUID. @throws ERR_NO_CHAT_FOUND */
export const getChatByUuid = async (scope: Scope, uuid: string): Promise<Chat> =>
  requireMember(scope, await scope.db.first(byUuid, { uuid }))

async function requireMember(scope: Scope, row: ChatRow | undefined): Promise<Chat> {
  const chat = row && (await toChat(scope, row))
  if (!chat || !isMember(chat, scope.viewer.userId)) throw new AppError('ERR_NO_CHAT_FOUND')
  return chat
}

/** A chat regardless of membership; for the server's own use. */
export async function findChat(scope: Scope, id: number): Promise<Chat | undefined> {
  const row = await scope.db.first(byId, { id })
  return row && toChat(scope, row)
}

const toChat = async (scope: Scope, row: ChatRow): Promise<Chat> => ({
  ...row,
  direct: row.direct === 1,
  users: await members(scope, row.id),
})

export const isMember = ({ users }: Chat, userId: number) => users.some((member) => member.userId === userId)

const members = async (scope: Scope, chatId: number): Promise<ChatUser[]> =>
  (await scope.db.run(membersOf, { chatId })).map(({ userId, unreads, name }) => ({
    userId,
    unreads,
    user: { id: userId, name },
  }))

/** A page of the acting person's chats, most recent message first, and the ids of at most 100 with unread messages. */
export async function listChats(scope: Scope, query: ChatQuery) {
  const { userId } = scope.viewer
  const text = foldText(query.searchParam ?? '')
  const rows = text === '' ? await listPage(scope, query) : await searchTitles(scope, query, text)
  const hasMore = rows.length > size
  const records: Chat[] = await Array.fromAsync(rows.slice(0, size), (row) => toChat(scope, row))
  const last = records.at(-1)
  const next = hasMore && last ? timeCursor({ at: last.updatedAt, id: last.id }) : null
  return { records, hasMore, next, unread: (await scope.db.run(unreadChats, { userId })).map(({ chatId }) => chatId) }
}

async function listPage(scope: Scope, query: ChatQuery): Promise<ChatRow[]> {
  const { userId } = scope.viewer
  return scope.db.run(pageOfChats, { userId, ...positionAfter(query.cursor), limit: size + 1, offset: offsetOf(query) })
}

/** A page of chats by title. SQLite does not fold accents, so all chats of the person are read and filtered here. */
async function searchTitles(scope: Scope, query: ChatQuery, text: string): Promise<ChatRow[]> {
  const { userId } = scope.viewer
  const all = await scope.db.run(pageOfChats, { userId, ...positionAfter(query.cursor), limit: everyRow, offset: 0 })
  const skip = offsetOf(query)
  return all.filter(({ title }) => foldText(title).includes(text)).slice(skip, skip + size + 1)
}

const offsetOf = ({ cursor, pageNumber = 1 }: { cursor?: string; pageNumber?: number }) =>
  cursor === undefined ? (pageNumber - 1) * size : 0

function positionAfter(cursor: string | undefined) {
  const { at: lastAt, id: chatId } = timeOfCursor(cursor) ?? { at: lastMoment, id: 0 }
  return { lastAt, chatId }
}

/**
 * A page of a chat's messages: newest page first, oldest message first within a page. The cursor is an id.
 * @throws ERR_NO_CHAT_FOUND
 */
export async function listChatMessages(scope: Scope, chatId: number, query: ChatMessageQuery) {
  const chat = await getChat(scope, chatId)
  const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(query.cursor)
  const rows = await scope.db.run(pageOfMessages, { chatId, before, limit: size + 1, offset: offsetOf(query) })
  const hasMore = rows.length > size
  const records = rows
    .slice(0, size)
    .reverse()
    .map((row) => toChatMessage(scope, row))
  return { records, chat, hasMore, next: hasMore ? String(records[0]?.id) : null }
}
