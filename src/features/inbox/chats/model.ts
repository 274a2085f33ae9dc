import { type Static, t } from 'elysia'
import { aliases, changeOf, oneLineOfText, pageNumber } from '../../../core/http/schemas'
import { mediaTypes } from '../../../shared/enums'
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
  /** True for the one chat of two people that is opened from a name. */
  direct: t.Boolean(),
  ownerId: t.Number(),
  lastMessage: t.String(),
  updatedAt: t.String(),
  users: t.Array(ChatUser),
})
export type Chat = Static<typeof Chat>

/** Kind and facts of a file in a chat: sizes in bytes, pixels and seconds. */
export const ChatFileFacts = t.Object({
  mediaType: t.UnionEnum(mediaTypes),
  fileName: t.String({ minLength: 1, maxLength: limits.fileName.max }),
  mime: t.String(),
  size: t.Number(),
  width: t.Optional(t.Number()),
  height: t.Optional(t.Number()),
  /** Data URL of a small JPEG. */
  thumbnail: t.Optional(t.String()),
  seconds: t.Optional(t.Number()),
})
export type ChatFileFacts = Static<typeof ChatFileFacts>

/** `url` is signed and valid for one hour. */
export const ChatFile = t.Composite([ChatFileFacts, t.Object({ url: t.String() })])
export type ChatFile = Static<typeof ChatFile>

/** The message that another one answers: author, start of the text, and kind of the file. */
export const ChatQuote = t.Object({
  id: t.Number(),
  senderId: t.Nullable(t.Number()),
  senderName: t.String(),
  message: t.String(),
  file: t.Nullable(t.Pick(ChatFileFacts, ['mediaType', 'fileName'])),
})
export type ChatQuote = Static<typeof ChatQuote>

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
  file: t.Nullable(ChatFile),
  quoted: t.Nullable(ChatQuote),
  reactions: t.Array(t.Object({ userId: t.Number(), emoji: t.String() })),
  createdAt: t.String(),
})
export type ChatMessage = Static<typeof ChatMessage>

const id = t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** Members by `id`, or by the `userId` of a chat as it is read. */
const users = t.Array(t.Object({ id }, aliases({ userId: 'id' })), { minItems: 1, maxItems: limits.chatUsers })
const title = t.String({ minLength: limits.chatTitle.min, maxLength: limits.chatTitle.max, pattern: oneLineOfText })

export const ChatInput = t.Object({ title, users })
export type ChatInput = Static<typeof ChatInput>
export const ChatChange = changeOf(ChatInput)

export const ChatMessageInput = t.Object({
  /** May be empty beside a file. */
  message: t.String({ maxLength: limits.chatMessage.max }),
  /** Id of a file uploaded for this message. */
  mediaId: t.Optional(t.String({ maxLength: 64 })),
  /** Id of the message of this chat that is answered. */
  quotedId: t.Optional(id),
  mentions: t.Optional(t.Array(id, { maxItems: limits.chatUsers })),
  clientId: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
})
export type ChatMessageInput = Static<typeof ChatMessageInput>

/** The person with whom the acting person talks alone. */
export const DirectChatInput = t.Object({ userId: id })

export const ChatReactionInput = t.Object({ emoji: t.String({ maxLength: limits.emoji.max }) })

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
