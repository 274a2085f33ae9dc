import type { Generated } from 'kysely'
import type { Flag, Owned, Owner } from '../schema'

/** Internal chat between colleagues, never with customers. */
export interface ChatTables {
  chats: Owned & {
    uuid: string
    title: string
    ownerId: number
    lastMessage: Generated<string>
    direct: Generated<Flag>
  }
  /**
   * Members of chats. `lastAt` is a copy of the chat's `updatedAt`, so that one index returns a user's chats in order.
   */
  chat_users: { companyId: Owner; chatId: number; userId: number; unreads: Generated<number>; lastAt: string }
  chat_messages: {
    id: Generated<number>
    companyId: Owner
    chatId: number
    /** Null after the user was deleted; `senderName` stays. */
    senderId: number | null
    senderName: string
    message: string
    /** JSON list with the ids of the mentioned members. */
    mentions: Generated<string>
    /** Id chosen by the sender's browser: a message sent twice is stored once. */
    clientId: string | null
    createdAt: Generated<string>
    mediaId: string | null
    /** JSON with kind and facts of the file: `ChatFile` without its address. */
    detail: string | null
    /** Message of the same chat that this one answers. */
    quotedId: number | null
  }
  /** The direct chat of two people, by either of them. */
  direct_chats: { companyId: Owner; userId: number; otherUserId: number; chatId: number }
  /** At most one reaction per person and message. */
  chat_reactions: { companyId: Owner; chatMessageId: number; userId: number; emoji: string; at: string }
}
