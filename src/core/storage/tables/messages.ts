import type { Generated } from 'kysely'
import type { Ack, MediaStatus, MediaType, Origin } from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** Messages, their media, and the state of the message search. */
export interface MessageTables {
  messages: Owned & {
    ticketId: number
    /** Contact of the chat; in a group, `participant` is the JID of the sender. */
    contactId: number
    whatsappId: number | null
    /** WhatsApp's id of the message (`key.id`). */
    waId: string
    participant: Generated<string>
    senderName: Generated<string>
    fromMe: Flag
    origin: Origin
    userId: number | null
    body: string
    mediaType: MediaType
    mediaId: string | null
    mediaStatus: MediaStatus | null
    /**
     * Further facts needed to display media and special messages: JSON of `MessageDetail` in
     * features/inbox/messages/model.ts.
     */
    detail: string | null
    ack: Ack
    /** Code of the failure, WhatsApp's or ours; null without a failure. */
    error: string | null
    /** Times of the receipts of a sent message; null for one that has not come. */
    sentAt: Generated<string | null>
    deliveredAt: Generated<string | null>
    readAt: Generated<string | null>
    isDeleted: Generated<Flag>
    isEdited: Generated<Flag>
    quotedWaId: string | null
    /** Protobuf as sent or received, for retries, quotes and media. */
    proto: Uint8Array | null
    read: Generated<Flag>
  }
  /** Previews of linked pages. `preview` is JSON of `LinkPreview`, null for a page without one. */
  link_previews: {
    id: Generated<number>
    companyId: Owner
    url: string
    preview: string | null
    fetchedAt: Generated<string>
  }
  message_edits: { id: Generated<number>; companyId: Owner; messageId: number; body: string; at: Generated<string> }
  reactions: {
    id: Generated<number>
    companyId: Owner
    messageId: number
    /** `me` for our own reaction, else the sender's JID. */
    sender: string
    emoji: string
    at: Generated<string>
  }
  media: {
    id: string
    companyId: Owner
    originalName: string
    mime: string
    size: number
    sha256: string
    /** Path relative to the media directory: `{companyId}/{yyyy}/{mm}/{id}`. */
    path: string
    createdAt: Generated<string>
  }
  /** Sum of a company's `media.size`, updated by triggers; no row before its first file. */
  media_used: { companyId: Owner; bytes: number }
  /** Last indexed message id (core/storage/search-index.ts); one row with id 1. */
  search_progress: { id: number; indexed: number }
  /** Messages to index again, because their text changed or they were restored. */
  search_reindex: { messageId: number }
  /** Messages created for an Idempotency-Key, kept 24 h; a message may be deleted earlier. */
  idempotency: {
    companyId: Owner
    userId: number
    key: string
    /** Position of the message among those of its request, from 0. */
    position: number
    requestHash: string
    ticketId: number
    /** 0 for a request that started a flow. */
    messageId: number
    flowRunId: Generated<number | null>
    createdAt: Generated<string>
  }
}
