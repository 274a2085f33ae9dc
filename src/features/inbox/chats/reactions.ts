import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { isEmoji } from '../../../shared/text'
import { findChatMessageRow, toChatMessage } from './message-rows'
import type { ChatMessage } from './model'
import { getChat } from './read'

interface Key {
  chatMessageId: number
  userId: number
}
const upsertReaction = hot<Key & { emoji: string; at: string }>()((db, p) =>
  db
    .insert('chat_reactions', {
      chatMessageId: p('chatMessageId'),
      userId: p('userId'),
      emoji: p('emoji'),
      at: p('at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'chatMessageId', 'userId']).doUpdateSet({ emoji: p('emoji'), at: p('at') }),
    ),
)
const removeReaction = hot<Key>()((db, p) =>
  db.delete('chat_reactions').where('chatMessageId', '=', p('chatMessageId')).where('userId', '=', p('userId')),
)

/**
 * Sets the acting person's one reaction to a message of a chat; the empty text removes it. Unread counts stay.
 * @throws ERR_VALIDATION for a text that is no emoji, ERR_NO_CHAT_FOUND, ERR_NO_MESSAGE_FOUND
 */
export function reactToChatMessage(outer: Scope, id: number, emoji: string): Promise<ChatMessage> {
  if (emoji !== '' && !isEmoji(emoji)) throw new AppError('ERR_VALIDATION', { fields: ['emoji'] })
  return outer.transaction(async (scope) => {
    const before = await findChatMessageRow(scope, id)
    if (!before) throw new AppError('ERR_NO_MESSAGE_FOUND')
    const chat = await getChat(scope, before.chatId)
    const key = { chatMessageId: id, userId: scope.viewer.userId }
    if (emoji === '') await scope.db.run(removeReaction, key)
    else await scope.db.run(upsertReaction, { ...key, emoji, at: new Date().toISOString() })
    const message = toChatMessage(scope, (await findChatMessageRow(scope, id))!)
    scope.publish('chat', { action: 'message-update', message, chat })
    return message
  })
}
