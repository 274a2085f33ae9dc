import type { Scope } from '../../../core/scope'
import { assertRowsExist } from '../../../core/storage/assert-rows-exist'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import type { Chat, ChatInput } from './model'
import { findChat, getChat } from './read'

/**
 * Creates a chat. The acting person becomes its owner and a member.
 * @throws ERR_NO_USER_FOUND, ERR_VALIDATION for too many members
 */
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
 * Changes title or members; for the owner. Remaining members keep their unread counts. Removed members receive the
 * event, so that their list drops the chat.
 * @throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_VALIDATION for too many members
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

/** Deletes a chat with its messages; for the owner. @throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION */
export function deleteChat(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const { users } = await getOwnChat(scope, id)
    await scope.db.delete('chats').where('id', '=', id).execute()
    scope.publish('chat', { action: 'delete', chatId: id, userIds: users.map(({ userId }) => userId) })
    return { id }
  })
}

/**
 * Removes a user from all chats; call it before the user is deleted. Their messages stay under their name. A chat they
 * own passes to the first remaining member by name; a chat without members is deleted.
 */
export function leaveChats(outer: Scope, userId: number): Promise<void> {
  return outer.transaction(async (scope) => {
    const chats = await scope.db.select('chat_users').select('chatId').where('userId', '=', userId).execute()
    await scope.db.update('chat_messages').set({ senderId: null }).where('senderId', '=', userId).execute()
    await scope.db.delete('chat_users').where('userId', '=', userId).execute()
    await scope.db
      .delete('direct_chats')
      .where(({ or, eb }) => or([eb('userId', '=', userId), eb('otherUserId', '=', userId)]))
      .execute()
    for (const { chatId } of chats) await updateAfterLeaving(scope, chatId, userId)
  })
}

async function updateAfterLeaving(scope: Scope, id: number, leftUserId: number) {
  const chat = await findChat(scope, id)
  if (!chat) return
  const [nextOwner] = chat.users
  if (!nextOwner) {
    await scope.db.delete('chats').where('id', '=', id).execute()
    return scope.publish('chat', { action: 'delete', chatId: id, userIds: [leftUserId] })
  }
  const ownerId = chat.ownerId === leftUserId ? nextOwner.userId : chat.ownerId
  if (ownerId !== chat.ownerId) await scope.db.update('chats').set({ ownerId }).where('id', '=', id).execute()
  scope.publish('chat', { action: 'update', chat: { ...chat, ownerId }, removed: [leftUserId] })
}

/** A direct chat belongs to both people: neither changes nor deletes it for the other. */
async function getOwnChat(scope: Scope, id: number): Promise<Chat> {
  const chat = await getChat(scope, id)
  if (chat.direct || chat.ownerId !== scope.viewer.userId) throw new AppError('ERR_NO_PERMISSION')
  return chat
}

/**
 * Ids of the owner and the given users, each once.
 * @throws ERR_NO_USER_FOUND unless all belong to this company, ERR_VALIDATION for too many
 */
async function memberIds(scope: Scope, ownerId: number, users: { id: number }[]): Promise<number[]> {
  const ids = [...new Set([ownerId, ...users.map(({ id }) => id)])]
  if (ids.length > limits.chatUsers) throw new AppError('ERR_VALIDATION', { fields: ['users'] })
  await assertRowsExist(scope.db, 'users', ids)
  return ids
}

/** Replaces the members; returns the ids of those removed. */
async function replaceMembers(scope: Scope, { id, users, updatedAt }: Chat, userIds: number[]): Promise<number[]> {
  const current = users.map(({ userId }) => userId)
  const removed = current.filter((userId) => !userIds.includes(userId))
  const added = userIds.filter((userId) => !current.includes(userId))
  if (removed.length > 0)
    await scope.db.delete('chat_users').where('chatId', '=', id).where('userId', 'in', removed).execute()
  if (added.length > 0) await addMembers(scope, id, added, updatedAt)
  return removed
}

const addMembers = (scope: Scope, chatId: number, userIds: number[], lastAt: string) =>
  scope.db
    .insert(
      'chat_users',
      userIds.map((userId) => ({ chatId, userId, lastAt })),
    )
    .execute()
