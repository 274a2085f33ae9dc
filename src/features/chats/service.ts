import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import type { Chat, ChatInput } from './model'
import { findChat, getChat } from './read'

/** The person who makes a chat owns it and is in it. @throws ERR_NO_USER_FOUND */
export function createChat(outer: Scope, { title, users }: ChatInput): Promise<Chat> {
  const ownerId = outer.viewer.userId
  return outer.transaction(async (scope) => {
    const userIds = await memberIds(scope, ownerId, users)
    const at = new Date().toISOString()
    const row = { uuid: crypto.randomUUID(), title: title.trim(), ownerId, createdAt: at, updatedAt: at }
    const { id } = await scope.db.insert('chats', row).returning('id').executeTakeFirstOrThrow()
    await addMembers(scope, id, userIds, at)
    const chat = await getChat(scope, id)
    scope.publish('chat', { action: 'create', chat })
    return chat
  })
}

/**
 * The owner gives it another title or other members: those who stay keep what they have not read, those who leave hear
 * that it is gone. @throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION, ERR_NO_USER_FOUND
 */
export function updateChat(outer: Scope, id: number, { title, users }: Partial<ChatInput>): Promise<Chat> {
  return outer.transaction(async (scope) => {
    const before = await getOwnChat(scope, id)
    if (title !== undefined) await scope.db.update('chats').set({ title: title.trim() }).where('id', '=', id).execute()
    const removed = users ? await replaceMembers(scope, before, await memberIds(scope, before.ownerId, users)) : []
    const chat = await getChat(scope, id)
    scope.publish('chat', { action: 'update', chat, removed })
    return chat
  })
}

/** @throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION */
export function deleteChat(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const { users } = await getOwnChat(scope, id)
    await scope.db.delete('chats').where('id', '=', id).execute()
    scope.publish('chat', { action: 'delete', chatId: id, userIds: users.map(({ userId }) => userId) })
    return { id }
  })
}

/**
 * To be called before a person is deleted: what they said stays under their name, a chat of theirs goes to whoever is
 * left in it, one that nobody is left in goes.
 */
export function leaveChats(outer: Scope, userId: number): Promise<void> {
  return outer.transaction(async (scope) => {
    const chats = await scope.db.select('chat_users').select('chatId').where('userId', '=', userId).execute()
    await scope.db.update('chat_messages').set({ senderId: null }).where('senderId', '=', userId).execute()
    await scope.db.delete('chat_users').where('userId', '=', userId).execute()
    for (const { chatId } of chats) await publishOrDeleteLeftChat(scope, chatId, userId)
  })
}

async function publishOrDeleteLeftChat(scope: Scope, id: number, gone: number) {
  const left = await findChat(scope, id)
  if (!left) return
  const [heir] = left.users
  if (!heir) {
    await scope.db.delete('chats').where('id', '=', id).execute()
    return scope.publish('chat', { action: 'delete', chatId: id, userIds: [gone] })
  }
  const ownerId = left.ownerId === gone ? heir.userId : left.ownerId
  if (ownerId !== left.ownerId) await scope.db.update('chats').set({ ownerId }).where('id', '=', id).execute()
  scope.publish('chat', { action: 'update', chat: { ...left, ownerId }, removed: [gone] })
}

async function getOwnChat(scope: Scope, id: number): Promise<Chat> {
  const chat = await getChat(scope, id)
  if (chat.ownerId !== scope.viewer.userId) throw new AppError('ERR_NO_PERMISSION')
  return chat
}

/** The people asked for and the owner, each once, all of this company. @throws ERR_NO_USER_FOUND */
async function memberIds(scope: Scope, ownerId: number, users: { id: number }[]): Promise<number[]> {
  const ids = [...new Set([ownerId, ...users.map(({ id }) => id)])]
  if (ids.length > limits.chatUsers) throw new AppError('ERR_VALIDATION', { fields: ['users'] })
  const found = await scope.db.select('users').select('id').where('id', 'in', ids).execute()
  if (found.length < ids.length) throw new AppError('ERR_NO_USER_FOUND')
  return ids
}

/** Answers who had to go. */
async function replaceMembers(scope: Scope, { id, users, updatedAt }: Chat, wanted: number[]): Promise<number[]> {
  const here = users.map(({ userId }) => userId)
  const gone = here.filter((userId) => !wanted.includes(userId))
  const fresh = wanted.filter((userId) => !here.includes(userId))
  if (gone.length > 0)
    await scope.db.delete('chat_users').where('chatId', '=', id).where('userId', 'in', gone).execute()
  if (fresh.length > 0) await addMembers(scope, id, fresh, updatedAt)
  return gone
}

const addMembers = (scope: Scope, chatId: number, userIds: number[], lastAt: string) =>
  scope.db
    .insert(
      'chat_users',
      userIds.map((userId) => ({ chatId, userId, lastAt })),
    )
    .execute()
