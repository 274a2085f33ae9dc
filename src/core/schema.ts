import type { ColumnType, Generated } from 'kysely'
import type {
  Ack,
  AllTicket,
  CloseReason,
  ConnectionReason,
  ConnectionStatus,
  Language,
  MediaStatus,
  MediaType,
  Origin,
  Profile,
  Recurrence,
  TicketStatus,
} from '../shared/enums'

/** Minted only by the token guard, the API-token guard, the job runner and the session supervisor. */
export type CompanyId = number & { readonly brand: 'CompanyId' }

/** Set once, by the tenant handle; never updated. */
export type Owner = ColumnType<CompanyId, CompanyId, never>

/** SQLite keeps booleans as 0 and 1. */
export type Flag = 0 | 1

interface Owned {
  id: Generated<number>
  companyId: Owner
  createdAt: Generated<string>
  updatedAt: Generated<string>
}

export interface Database {
  /** Facts about this installation itself, such as the hash of the set-up link. */
  installation: { key: string; value: string }

  plans: {
    id: Generated<number>
    name: string
    users: number
    connections: number
    queues: number
    /** Integer cents of BRL for one recurrence period. */
    value: number
    useCampaigns: Flag
    useSchedules: Flag
    useInternalChat: Flag
    useExternalApi: Flag
    useKanban: Flag
    useOpenAi: Flag
    useIntegrations: Flag
    isPublic: Flag
    createdAt: Generated<string>
    updatedAt: Generated<string>
  }
  companies: {
    id: Generated<CompanyId>
    name: string
    email: string
    phone: string
    planId: number
    status: Generated<Flag>
    dueDate: string
    recurrence: Generated<Recurrence>
    campaignsEnabled: Generated<Flag>
    trialExpiration: string | null
    timeZone: Generated<string>
    createdAt: Generated<string>
    updatedAt: Generated<string>
  }
  settings: { id: Generated<number>; companyId: Owner; key: string; value: string; updatedAt: Generated<string> }
  users: Owned & {
    name: string
    email: string
    passwordHash: string
    profile: Profile
    super: Generated<Flag>
    allTicket: Generated<AllTicket>
    whatsappId: number | null
    language: Language | null
  }
  user_queues: { companyId: Owner; userId: number; queueId: number }
  /** One row per login; the refresh token is kept as a hash and rotated (decisions.md, Wire). */
  tokens: {
    id: Generated<number>
    companyId: Owner
    userId: number
    refreshHash: string
    previousHash: string | null
    rotatedAt: string
    createdAt: Generated<string>
    expiresAt: string
    revokedAt: string | null
    revokedFor: string | null
    userAgent: string
    renewalOnly: Generated<Flag>
  }
  queues: Owned & {
    name: string
    color: string
    orderQueue: Generated<number>
    greetingMessage: Generated<string>
    outOfHoursMessage: Generated<string>
  }

  connections: Owned & {
    name: string
    status: Generated<ConnectionStatus>
    /** Null while CONNECTED. */
    reason: Generated<ConnectionReason | null>
    /** True while somebody wants this number online: boot starts it, a refused login does not. */
    wanted: Generated<Flag>
    isDefault: Generated<Flag>
    number: string | null
    lid: string | null
    qrcode: Generated<string>
    pairingCode: Generated<string>
    retries: Generated<number>
    greetingMessage: Generated<string>
    complationMessage: Generated<string>
    outOfHoursMessage: Generated<string>
    connectedAt: string | null
  }
  connection_queues: { companyId: Owner; whatsappId: number; queueId: number }
  /** Baileys' credentials, sealed; one row per connection. */
  wa_creds: { companyId: Owner; whatsappId: number; creds: Uint8Array; updatedAt: Generated<string> }
  /** The Signal key store, sealed; one row per key (whatsapp-wire.md §9). */
  wa_keys: { companyId: Owner; whatsappId: number; type: string; keyId: string; value: Uint8Array }
  /** Decrypted stanzas, stored in the ratchet's own commit until they are messages (receive.md). */
  wa_inbox: {
    companyId: Owner
    whatsappId: number
    key: string
    waId: string
    part: number
    attrs: string
    hash: Uint8Array
    body: Uint8Array
    at: string
    storedAt: string | null
  }

  contacts: Owned & {
    name: string
    /** Digits with country code, canonical (Brazil with the ninth digit); null while WhatsApp hides it. */
    number: string | null
    /** The `…@lid` identity without its suffix; never shown. */
    lid: string | null
    /** The address that last worked for delivery. */
    waJid: string
    email: Generated<string>
    profilePicUrl: Generated<string>
    pictureAt: string | null
    isGroup: Generated<Flag>
    disableBot: Generated<Flag>
    /** Name without accents, lower case: what search compares. */
    folded: string
  }
  tickets: Owned & {
    uuid: string
    status: TicketStatus
    contactId: number
    whatsappId: number | null
    userId: number | null
    queueId: number | null
    isGroup: Generated<Flag>
    chatbot: Generated<Flag>
    unreadMessages: Generated<number>
    lastMessage: Generated<string>
    lastMessageAt: string
    lastMessageFromMe: Generated<Flag>
    closedAt: string | null
    closedBy: number | null
    closeReason: CloseReason | null
  }
  /** Who moved what when; never updated. */
  ticket_events: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    at: Generated<string>
    kind: string
    actorId: number | null
    fromUserId: number | null
    toUserId: number | null
    fromQueueId: number | null
    toQueueId: number | null
  }
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
  /** The first answer to an Idempotency-Key, kept 24 h (reliability.md §1). */
  idempotency: {
    companyId: Owner
    userId: number
    key: string
    requestHash: string
    messageId: number
    createdAt: Generated<string>
  }
  jobs: {
    id: Generated<number>
    companyId: Owner
    name: string
    payload: string
    lane: string | null
    runAt: string
    /** The event without which it need not be looked at, such as `wa:7` for a connection that is not open. */
    waitsFor: string | null
    attempts: Generated<number>
    /** Runs that the end of the process cut short. */
    interrupted: Generated<number>
    lockedAt: string | null
    failedAt: string | null
    lastError: string | null
    createdAt: Generated<string>
  }
}
