import { type Static, t } from 'elysia'
import { aliases, changeOf, oneLineOfText, pageNumber } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'

/** A member as shown to other members: name and unread count; no e-mail, no rights. */
export const ChatUser = t.Object({
  userId: t.Number(),
  unreads: t.Number(),
  user: t.Object({ id: t.Number(), name: t.String() }),
})
export type ChatUser = Static<typeof ChatUser>

export const Chat = t.Object({
  id: t.Number(),
  uuid: t.String(),
  title: t.String(),
  ownerId: t.Number(),
  lastMessage: t.String(),
  updatedAt: t.String(),
  users: t.Array(ChatUser),
})
export type Chat = Static<typeof Chat>

export const ChatMessage = t.Object({
  id: t.Number(),
  chatId: t.Number(),
  message: t.String(),
  /** Null once the user is deleted. */
  senderId: t.Union([t.Number(), t.Null()]),
  senderName: t.String(),
  /** Ids of the members mentioned with @. */
  mentions: t.Array(t.Number()),
  /** Id chosen by the sender's browser, by which it recognises its own message. */
  clientId: t.Union([t.String(), t.Null()]),
  createdAt: t.String(),
})
export type ChatMessage = Static<typeof ChatMessage>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const words = '\\S'
/** Members by `id`, or by the `userId` of a chat as it is read. */
const users = t.Array(t.Object({ id }, aliases({ userId: 'id' })), { minItems: 1, maxItems: limits.chatUsers })
const title = t.String({ minLength: limits.chatTitle.min, maxLength: limits.chatTitle.max, pattern: oneLineOfText })

export const ChatInput = t.Object({ title, users })
export type ChatInput = Static<typeof ChatInput>
export const ChatChange = changeOf(ChatInput)

export const ChatMessageInput = t.Object({
  message: t.String({ minLength: 1, maxLength: limits.chatMessage.max, pattern: words }),
  mentions: t.Optional(t.Array(id, { maxItems: limits.chatUsers })),
  clientId: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
})
export type ChatMessageInput = Static<typeof ChatMessageInput>

export const ChatQuery = t.Object({
  searchParam: t.Optional(t.String({ maxLength: limits.search.max })),
  pageNumber,
  cursor: t.Optional(t.String({ maxLength: 60 })),
})
export type ChatQuery = Static<typeof ChatQuery>

export const ChatMessageQuery = t.Object({
  pageNumber,
  cursor: t.Optional(t.String({ pattern: '^\\d{1,15}$' })),
})
export type ChatMessageQuery = Static<typeof ChatMessageQuery>
