import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { oneLine } from '../../../shared/text'
import { enqueueChatPush } from '../../platform/push/enqueue'
import type { Chat, ChatMessage, ChatMessageInput } from './model'
import { getChat, isMember, toChatMessage } from './read'

const messageByClientId = hot<{ chatId: number; senderId: number; clientId: string }>()((db, p) =>
  db
    .select('chat_messages')
    .select(['id', 'chatId', 'message', 'senderId', 'senderName', 'mentions', 'clientId', 'createdAt'])
    .where('chatId', '=', p('chatId'))
    .where('senderId', '=', p('senderId'))
    .where('clientId', '=', p('clientId')),
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
 * Sends a message: the other members get one more unread, the sender none. A repeated `clientId` of the same sender
 * returns the first message. @throws ERR_NO_CHAT_FOUND
 */
export function sendChatMessage(outer: Scope, chatId: number, input: ChatMessageInput): Promise<ChatMessage> {
  return outer.transaction(async (scope) => {
    const before = await getChat(scope, chatId)
    const { userId: senderId, name: senderName } = scope.viewer
    const again =
      input.clientId && (await scope.db.first(messageByClientId, { chatId, senderId, clientId: input.clientId }))
    if (again) return toChatMessage(again)
    const at = timeNotBefore(before.updatedAt)
    const newMessage = await insertMessage(scope, before, input, at)
    const lastMessage = oneLine(`${senderName}: ${newMessage.message}`)
    await scope.db.update('chats').set({ lastMessage, updatedAt: at }).where('id', '=', chatId).execute()
    await scope.db.run(addUnreadToOthers, { chatId, senderId, at })
    await scope.db.run(clearUnreadOfSender, { chatId, senderId, at })
    await enqueueChatPush(scope, newMessage.id)
    scope.publish('chat', { action: 'new-message', newMessage, chat: await getChat(scope, chatId) })
    return newMessage
  })
}

/** The current time, or the given one if the clock went back: messages of a chat never go back in time. */
const timeNotBefore = (than: string) => {
  const now = new Date().toISOString()
  return now > than ? now : than
}

async function insertMessage(
  scope: Scope,
  chat: Chat,
  input: ChatMessageInput,
  createdAt: string,
): Promise<ChatMessage> {
  const { userId: senderId, name: senderName } = scope.viewer
  const mentions = [...new Set(input.mentions ?? [])].filter((id) => id !== senderId && isMember(chat, id))
  const { clientId = null } = input
  const columns = { chatId: chat.id, message: input.message, senderId, senderName, clientId, createdAt }
  const { id } = await scope.db
    .insert('chat_messages', { ...columns, mentions: JSON.stringify(mentions) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...columns, mentions }
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
