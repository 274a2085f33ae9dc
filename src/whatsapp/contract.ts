import type { CompanyId } from '../core/storage/schema'
import type { Ack, ConnectionReason, ConnectionStatus, MediaType } from '../shared/enums'

/** A connection as `whatsapp/` knows it: a row of `connections` and the company it belongs to. */
export interface ConnectionRef {
  companyId: CompanyId
  whatsappId: number
}

/** Whoever a message is with or from, in both identities as far as WhatsApp told. */
export interface Identity {
  /** Digits of the phone number, or null while hidden. */
  number: string | null
  /** Digits of the LID, or null. */
  lid: string | null
  /** The address the message came by, device removed: where an answer goes. */
  jid: string
  isGroup: boolean
}

/** Where an encrypted file lies; enough to download it later, also after a restart (kept in `messages.proto`). */
export interface InboundMedia {
  kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'
  mime: string
  fileName: string | null
  size: number | null
}

/** A message of a chat, whoever typed it; what the rest of the product knows of WhatsApp. */
export interface InboundMessage {
  type: 'message'
  waId: string
  chat: Identity
  /** In a group: who wrote it. */
  participant: Identity | null
  fromMe: boolean
  /** The name the sender gave themselves; '' when unknown. */
  pushName: string
  /** WhatsApp's own time, UTC ISO with milliseconds. */
  at: string
  /** True for what was queued while we were away or came from our own phone: stored, but no automation if old. */
  late: boolean
  mediaType: MediaType
  body: string
  /** Fields of MessageDetail (features/messages/model.ts). */
  detail: Record<string, unknown> | null
  media: InboundMedia | null
  quoted: { waId: string; body: string; mediaType: MediaType; fromMe: boolean } | null
  /** True for "waiting for this message": a later copy with content replaces it. */
  stub: boolean
  /** The encoded WebMessageInfo, for retries, quotes and media. */
  proto: Uint8Array
  /** Baileys' status of our own messages, already counted our way. */
  ack: Ack
}
/** Things that happen to a message already told. */
export interface InboundReaction {
  type: 'reaction'
  waId: string
  chat: Identity
  targetWaId: string
  targetFromMe: boolean
  sender: Identity | null
  fromMe: boolean
  /** '' removes it. */
  emoji: string
  at: string
}
export interface InboundEdit {
  type: 'edit'
  waId: string
  chat: Identity
  targetWaId: string
  fromMe: boolean
  body: string
  at: string
}
export interface InboundDelete {
  type: 'delete'
  waId: string
  chat: Identity
  targetWaId: string
  fromMe: boolean
  at: string
}
export type Inbound = InboundMessage | InboundReaction | InboundEdit | InboundDelete

/** One receipt or refusal, per message id. `error` is WhatsApp's code when ack is -1. */
export interface AckUpdate {
  waId: string
  ack: Ack
  error: string | null
}

export interface InboundCall {
  callId: string
  from: Identity
  isVideo: boolean
  at: string
}

/** What the owner of a phone calls somebody. */
export interface AddressBookEntry {
  /** Digits of the phone number. */
  number: string
  jid: string
  name: string
}

/** What WhatsApp says it holds back from a number; a side it said nothing of is absent. */
export interface AccountLimits {
  /** People who have not written first cannot be written to. */
  reachOut?: { active: boolean; until: string | null; kind: string }
  /** How many such conversations may be begun, and how many were. */
  newChats?: { status: string; used: number | null; total: number | null; endsAt: string | null }
}

export interface SessionState {
  status: ConnectionStatus
  /** Null while CONNECTED. */
  reason: ConnectionReason | null
  qrcode: string
  pairingCode: string
  retries: number
  /** Our own identity once linked. */
  number: string | null
  lid: string | null
}

/**
 * What `whatsapp/` needs of the product, given by `main.ts`. Every call may be repeated after a crash and must be
 * idempotent; `onInbound` resolves only when the whole batch is stored.
 */
export interface WhatsAppHost {
  onInbound(connection: ConnectionRef, batch: Inbound[]): Promise<void>
  onAcks(connection: ConnectionRef, updates: AckUpdate[]): Promise<void>
  onState(connection: ConnectionRef, state: SessionState): Promise<void>
  /** WhatsApp's own limits, as far as they were told now. */
  onLimits(connection: ConnectionRef, limits: AccountLimits): Promise<void>
  onCall(connection: ConnectionRef, call: InboundCall): Promise<void>
  onPresence(connection: ConnectionRef, chat: Identity, presence: 'composing' | 'recording' | 'paused'): Promise<void>
  /** A phone number and a LID are the same person. */
  onIdentity(connection: ConnectionRef, pair: { number: string; lid: string }): Promise<void>
  /** People of the phone's address book; never groups. */
  onAddressBook(connection: ConnectionRef, entries: AddressBookEntry[]): Promise<void>
  /** The stored WebMessageInfo of one of our messages, for a recipient's retry; undefined when unknown. */
  storedMessage(connection: ConnectionRef, waId: string): Promise<Uint8Array | undefined>
}

/** What leaves by WhatsApp. The id is chosen before (`newMessageId`), so that a repeat after a crash is the same message. */
export interface Outbound {
  waId: string
  jid: string
  content: OutboundContent
  /** The encoded WebMessageInfo of the quoted message. */
  quoted?: Uint8Array | null
  /** Called with the encoded WebMessageInfo as soon as the stanza is on its way, before WhatsApp has answered. */
  written?(proto: Uint8Array): Promise<unknown>
}
export type OutboundContent =
  | { type: 'text'; body: string; forwarded?: boolean }
  | {
      type: 'media'
      kind: 'image' | 'video' | 'audio' | 'document' | 'voice'
      /** Absolute path of the stored file. */
      path: string
      mime: string
      fileName: string
      caption: string
      forwarded?: boolean
      seconds?: number
      waveform?: number[]
      width?: number
      height?: number
      /** Base64 JPEG, at most 72 px. */
      thumbnail?: string
    }
  | { type: 'edit'; targetWaId: string; body: string }
  | { type: 'delete'; targetWaId: string }
  | { type: 'reaction'; targetWaId: string; targetFromMe: boolean; participant: string | null; emoji: string }

/** What the product asks of `whatsapp/`. All of it fails with AppError ERR_WAPP_NOT_INITIALIZED while not connected. */
export interface WhatsApp {
  /** Starts (or restarts) a connection's session; resolves at once, progress comes by `onState`. Single-flight. */
  start(connection: ConnectionRef): Promise<void>
  /** Wipes the credentials and starts for a new QR code. */
  startFresh(connection: ConnectionRef): Promise<void>
  /** Asks for an eight-character code to type on the phone instead of scanning. */
  pair(connection: ConnectionRef, phoneNumber: string): Promise<string>
  /** Closes the socket and keeps the credentials. */
  stop(connection: ConnectionRef): Promise<void>
  /** Unlinks the device at WhatsApp, wipes the credentials. */
  logout(connection: ConnectionRef): Promise<void>
  /** Starts every wanted connection, a few at a time. */
  startAll(connections: ConnectionRef[]): Promise<void>
  stopAll(): Promise<void>
  isOpen(connection: ConnectionRef): boolean
  /**
   * Resolves when WhatsApp has answered for this message and `onAcks` has stored the answer: taken, or refused.
   * ERR_WAPP_NOT_INITIALIZED when the session ended before, ERR_SENDING_WAPP_MSG when no answer came: to be sent again
   * under the same id, before anything that shall come after it.
   */
  send(connection: ConnectionRef, message: Outbound): Promise<void>
  markRead(connection: ConnectionRef, keys: { jid: string; waId: string; participant: string | null }[]): Promise<void>
  typing(connection: ConnectionRef, jid: string, presence: 'composing' | 'recording' | 'paused'): Promise<void>
  /** Downloads and decrypts the media of a stored WebMessageInfo into `toPath`, at most `maxBytes`. */
  downloadMedia(connection: ConnectionRef, proto: Uint8Array, toPath: string, maxBytes: number): Promise<void>
  /** Which of these numbers exist, with the address WhatsApp gives (it may differ in Brazil's ninth digit). */
  onWhatsApp(connection: ConnectionRef, numbers: string[]): Promise<{ number: string; jid: string }[]>
  /** Fetches a profile picture into `toPath`, at most `maxBytes`; false when there is none or it is hidden from us. */
  downloadPicture(connection: ConnectionRef, jid: string, toPath: string, maxBytes: number): Promise<boolean>
  groupSubject(connection: ConnectionRef, jid: string): Promise<string | null>
  rejectCall(connection: ConnectionRef, callId: string, jid: string): Promise<void>
}
