import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { oneLine } from '../../../shared/text'
import { enqueueChatPush } from '../../platform/push/enqueue'
import { preview } from '../messages/read/preview'
import { assertUnusedFile, describeChatFile } from './files'
import { chatMessageRows, findChatMessageRow, toChatMessage } from './message-rows'
import type { Chat, ChatFileFacts, ChatMessage, ChatMessageInput } from './model'
import { getChat, isMember } from './read'

const messageByClientId = hot<{ chatId: number; senderId: number; clientId: string }>()((db, p) =>
  chatMessageRows(db)
    .where('chat_messages.chatId', '=', p('chatId'))
    .where('chat_messages.senderId', '=', p('senderId'))
    .where('chat_messages.clientId', '=', p('clientId')),
)
const addUnreadToOthers = hot<{ chatId: number; senderId: number; at: string }>()((db, p) =>
  db
    .update('chat_users')
    .set(({ eb }) => ({ unreads: eb('unreads', '+', 1), lastAt: p('at') }))
    .where('chatId', '=', p('chatId'))
    .where('userId', '!=', p('senderId')),
)
const clearUnreadOfSender = hot<{ chatId: number; senderId: number; at: string }>()((db, p) =>
  db
    .update('chat_users')
    .set({ unreads: 0, lastAt: p('at') })
    .where('chatId', '=', p('chatId'))
    .where('userId', '=', p('senderId')),
)
const clearUnread = hot<{ chatId: number; userId: number }>()((db, p) =>
  db.update('chat_users').set({ unreads: 0 }).where('chatId', '=', p('chatId')).where('userId', '=', p('userId')),
)

/**
 * Sends a text, a file, or a file with a text: the other members get one more unread, the sender none. A repeated
 * `clientId` of the same sender returns the first message.
 * @throws ERR_NO_CHAT_FOUND, ERR_VALIDATION without text and file, ERR_NO_MEDIA_FOUND, ERR_NO_MESSAGE_FOUND for a quote
 *   of another chat
 */
export async function sendChatMessage(outer: Scope, chatId: number, given: ChatMessageInput): Promise<ChatMessage> {
  const input = { ...given, mediaId: given.mediaId || undefined }
  if (input.mediaId === undefined && input.message.trim() === '')
    throw new AppError('ERR_VALIDATION', { fields: ['message'] })
  const earlier = await findRepeated(outer, chatId, input)
  if (earlier) return earlier
  const file = input.mediaId === undefined ? null : await describeFileOf(outer, chatId, input.mediaId)
  return outer.transaction(async (scope) => {
    const before = await getChat(scope, chatId)
    const again = await findRepeated(scope, chatId, input)
    if (again) return again
    const at = timeNotBefore(before.updatedAt)
    const newMessage = await insertMessage(scope, before, { ...input, file }, at)
    await storeLastMessage(scope, newMessage)
    await enqueueChatPush(scope, newMessage.id)
    scope.publish('chat', { action: 'new-message', newMessage, chat: await getChat(scope, chatId) })
    return newMessage
  })
}

/** The message of a request that repeats an earlier one. @throws ERR_NO_CHAT_FOUND */
async function findRepeated(scope: Scope, chatId: number, { clientId }: ChatMessageInput) {
  if (!clientId) return null
  await getChat(scope, chatId)
  const row = await scope.db.first(messageByClientId, { chatId, senderId: scope.viewer.userId, clientId })
  return row ? toChatMessage(scope, row) : null
}

async function describeFileOf(scope: Scope, chatId: number, mediaId: string): Promise<ChatFileFacts> {
  await getChat(scope, chatId)
  return describeChatFile(scope, mediaId)
}

async function storeLastMessage(scope: Scope, { chatId, message, file, createdAt: at }: ChatMessage) {
  const { userId: senderId, name } = scope.viewer
  const lastMessage = oneLine(`${name}: ${file ? preview(file.mediaType, message, file) : message}`)
  await scope.db.update('chats').set({ lastMessage, updatedAt: at }).where('id', '=', chatId).execute()
  await scope.db.run(addUnreadToOthers, { chatId, senderId, at })
  await scope.db.run(clearUnreadOfSender, { chatId, senderId, at })
}

/** The current time, or the given one if the clock went back: messages of a chat never go back in time. */
const timeNotBefore = (than: string) => {
  const now = new Date().toISOString()
  return now > than ? now : than
}

type NewChatMessage = ChatMessageInput & { file: ChatFileFacts | null }

async function insertMessage(scope: Scope, chat: Chat, input: NewChatMessage, createdAt: string): Promise<ChatMessage> {
  const { userId: senderId, name: senderName } = scope.viewer
  const mentions = [...new Set(input.mentions ?? [])].filter((id) => id !== senderId && isMember(chat, id))
  const { clientId = null, mediaId = null, quotedId = null, file, message } = input
  if (mediaId !== null) await assertUnusedFile(scope, mediaId)
  if (quotedId !== null) await assertMessageOf(scope, chat.id, quotedId)
  const { id } = await scope.db
    .insert('chat_messages', {
      ...{ chatId: chat.id, message, senderId, senderName, clientId, createdAt, mediaId, quotedId },
      ...{ detail: file && JSON.stringify(file), mentions: JSON.stringify(mentions) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return toChatMessage(scope, (await findChatMessageRow(scope, id))!)
}

/** @throws ERR_NO_MESSAGE_FOUND for a message of another chat */
async function assertMessageOf(scope: Scope, chatId: number, id: number) {
  if ((await findChatMessageRow(scope, id))?.chatId !== chatId) throw new AppError('ERR_NO_MESSAGE_FOUND')
}

/** Marks a chat as read by the acting person. @throws ERR_NO_CHAT_FOUND */
export function markChatRead(outer: Scope, chatId: number): Promise<Chat> {
  return outer.transaction(async (scope) => {
    const { userId } = scope.viewer
    const before = await getChat(scope, chatId)
    if (before.users.every((member) => member.userId !== userId || member.unreads === 0)) return before
    await scope.db.run(clearUnread, { chatId, userId })
    const chat = await getChat(scope, chatId)
    scope.publish('chat', { action: 'update', chat })
    return chat
  })
}
