import type { Generated } from 'kysely'
import type { Ack, MediaStatus, MediaType, Origin } from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** What customers and attendants say, its files, and the search in it. */
export interface MessageTables {
  messages: Owned & {
    ticketId: number
    /** The chat's contact; a group's message names its writer in `participant`. */
    contactId: number
    whatsappId: number | null
    /** WhatsApp's own id (`key.id`). */
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
    /** What the media or special body needs to be shown: JSON of `MessageDetail` in features/messages/model.ts. */
    detail: string | null
    ack: Ack
    /** Why it failed, as WhatsApp's code or ours; null when it did not. */
    error: string | null
    isDeleted: Generated<Flag>
    isEdited: Generated<Flag>
    quotedWaId: string | null
    /** The protobuf as sent or received, for retries, quotes and media (wire §6.7). */
    proto: Uint8Array | null
    read: Generated<Flag>
  }
  /** What the page behind a link said of itself; `preview` is JSON of `LinkPreview`, null when it said nothing. */
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
    /** `me` for ours, else the sender's jid. */
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
    /** Below the media directory: `{companyId}/{yyyy}/{mm}/{id}`. */
    path: string
    createdAt: Generated<string>
  }
  /** The sum of a company's `media.size`, kept by triggers; no row before its first file. */
  media_used: { companyId: Owner; bytes: number }
  /** How far the index of messages came (core/storage/search-index.ts); the one row has id 1. */
  search_progress: { id: number; indexed: number }
  /** Messages whose words changed since they were indexed. */
  search_again: { messageId: number }
  /** The messages made for an Idempotency-Key, kept 24 h (reliability.md §1); a message may be deleted before that. */
  idempotency: {
    companyId: Owner
    userId: number
    key: string
    /** Of the message among those of its request, from 0. */
    position: number
    requestHash: string
    ticketId: number
    messageId: number
    createdAt: Generated<string>
  }
}
