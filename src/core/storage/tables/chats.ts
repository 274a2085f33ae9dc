import type { Generated } from 'kysely'
import type { Owned, Owner } from '../schema'

/** Colleagues talking to each other, never to customers. */
export interface ChatTables {
  chats: Owned & { uuid: string; title: string; ownerId: number; lastMessage: Generated<string> }
  /** Members; `lastAt` is the chat's `updatedAt`, so that one index gives a person's chats in their order. */
  chat_users: { companyId: Owner; chatId: number; userId: number; unreads: Generated<number>; lastAt: string }
  chat_messages: {
    id: Generated<number>
    companyId: Owner
    chatId: number
    /** Null once the person is gone; the name they had stays. */
    senderId: number | null
    senderName: string
    message: string
    /** JSON list of the members it names. */
    mentions: Generated<string>
    /** The sender's own name for it: sent twice, it is there once. */
    clientId: string | null
    createdAt: Generated<string>
  }
}
