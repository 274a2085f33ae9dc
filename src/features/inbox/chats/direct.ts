import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import type { Chat } from './model'
import { getChat } from './read'

const chatWith = hot<{ userId: number; otherUserId: number }>()((db, p) =>
  db
    .select('direct_chats')
    .select('chatId')
    .where('userId', '=', p('userId'))
    .where('otherUserId', '=', p('otherUserId')),
)
const nameOf = hot<{ id: number }>()((db, p) => db.select('users').select('name').where('id', '=', p('id')))

/**
 * Returns the one chat of the acting person and a colleague, and creates it when it is missing. The key of
 * `direct_chats` refuses a second one when both open it at once (docs/adr/0155).
 * @throws ERR_NO_USER_FOUND, also for the acting person's own id
 */
export function openDirectChat(outer: Scope, otherUserId: number): Promise<Chat> {
  const { userId, name } = outer.viewer
  if (userId === otherUserId) throw new AppError('ERR_NO_USER_FOUND')
  return outer.transaction(async (scope) => {
    const other = await scope.db.first(nameOf, { id: otherUserId })
    if (!other) throw new AppError('ERR_NO_USER_FOUND')
    const existing = await scope.db.first(chatWith, { userId, otherUserId })
    if (existing) return getChat(scope, existing.chatId)
    const id = await insertDirectChat(scope, titleOf(name, other.name), [userId, otherUserId])
    const chat = await getChat(scope, id)
    scope.publish('chat', { action: 'create', chat })
    return chat
  })
}

/** Title for lists of programs, and after one of both has left; people see the other's present name. */
const titleOf = (...names: string[]) => names.join(' · ').slice(0, limits.chatTitle.max).trim().toWellFormed()

async function insertDirectChat(scope: Scope, title: string, pair: [number, number]): Promise<number> {
  const at = new Date().toISOString()
  const row = { uuid: crypto.randomUUID(), title, direct: 1, ownerId: pair[0], createdAt: at, updatedAt: at } as const
  const { id: chatId } = await scope.db.insert('chats', row).returning('id').executeTakeFirstOrThrow()
  const [userId, otherUserId] = pair
  await scope.db
    .insert('chat_users', [
      { chatId, userId, lastAt: at },
      { chatId, userId: otherUserId, lastAt: at },
    ])
    .execute()
  await scope.db
    .insert('direct_chats', [
      { chatId, userId, otherUserId },
      { chatId, userId: otherUserId, otherUserId: userId },
    ])
    .execute()
  return chatId
}
