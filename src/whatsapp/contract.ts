import type { CompanyId } from '../core/storage/schema'
import type { Ack, ConnectionReason, ConnectionStatus } from '../shared/enums'
import type { Identity, Inbound } from './received'

/** A connection as `whatsapp/` knows it: a row of `connections` and the company it belongs to. */
export interface ConnectionRef {
  companyId: CompanyId
  whatsappId: number
}

/** One receipt or refusal, per message id. `error` is WhatsApp's code when ack is -1. */
export interface AckUpdate {
  waId: string
  ack: Ack
  error: string | null
  /** Milliseconds from the message's departure to WhatsApp's answer; absent where no departure was seen. */
  delayMs?: number
}

export interface InboundCall {
  callId: string
  from: Identity
  isVideo: boolean
  at: string
}

/** Name of a person in the address book of the owner's phone. */
export interface AddressBookEntry {
  /** Digits of the phone number. */
  number: string
  jid: string
  name: string
}

/** Restrictions of a number by WhatsApp; a part without information is absent. */
export interface AccountLimits {
  /** Active: the number cannot write to people who have not written to it. */
  reachOut?: { active: boolean; until: string | null; kind: string }
  /** Number of new conversations the number may begin in a period, and has begun. */
  newChats?: { status: string; used: number | null; total: number | null; endsAt: string | null }
}

export interface SessionState {
  status: ConnectionStatus
  /** Null while CONNECTED. */
  reason: ConnectionReason | null
  qrcode: string
  pairingCode: string
  retries: number
  /**
   * Number and LID of the linked phone; null without a link. Absent until the process knows: the stored ones remain while
   * a session starts anew or at another node.
   */
  number?: string | null
  lid?: string | null
}

/**
 * Calls from `whatsapp/` to the product, implemented by `src/whatsapp-host.ts`. Each call may be repeated after a crash
 * and must be idempotent. `onInbound` resolves when the whole batch is stored; the same transaction marks its inbox rows
 * (`markStored`).
 */
export interface WhatsAppHost {
  onInbound(connection: ConnectionRef, batch: Inbound[]): Promise<void>
  /** `isBehind` is no longer true. */
  onCaughtUp(connection: ConnectionRef): Promise<void>
  onAcks(connection: ConnectionRef, updates: AckUpdate[]): Promise<void>
  onState(connection: ConnectionRef, state: SessionState): Promise<void>
  /** Restrictions by WhatsApp; absent parts are unchanged. */
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

/** A message to send. Its id is chosen before (`newWaId`), so that WhatsApp shows a repetition once. */
export interface Outbound {
  waId: string
  jid: string
  content: OutboundContent
  /** The encoded WebMessageInfo of the quoted message. */
  quoted?: Uint8Array | null
  /** Called with the encoded WebMessageInfo when the stanza has been written, before WhatsApp answers. */
  written?(proto: Uint8Array): Promise<unknown>
}
export type OutboundContent =
  | { type: 'text'; body: string; forwarded?: boolean }
  | {
      type: 'media'
      kind: 'image' | 'video' | 'audio' | 'document' | 'voice' | 'sticker'
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
  | { type: 'location'; latitude: number; longitude: number; address?: string }
  | { type: 'contacts'; contacts: { name: string; numbers: string[] }[] }
  | { type: 'edit'; targetWaId: string; body: string }
  | { type: 'delete'; targetWaId: string }
  | { type: 'reaction'; targetWaId: string; targetFromMe: boolean; participant: string | null; emoji: string }

/** Calls from the product to `whatsapp/`. Those that need a connection throw ERR_WAPP_NOT_INITIALIZED without one. */
export interface WhatsApp {
  /** Starts a session unless one runs; resolves at once, progress is reported by `onState`. */
  start(connection: ConnectionRef): Promise<void>
  /** Deletes the credentials and starts a session that shows a QR code. */
  startFresh(connection: ConnectionRef): Promise<void>
  /** Returns a code of eight characters to type on the phone instead of scanning the QR code. */
  pair(connection: ConnectionRef, phoneNumber: string): Promise<string>
  /** Closes the socket and keeps the credentials. */
  stop(connection: ConnectionRef): Promise<void>
  /** Unlinks the device at WhatsApp and deletes the credentials. */
  logout(connection: ConnectionRef): Promise<void>
  /** Starts these sessions, a few at a time. */
  startAll(connections: ConnectionRef[]): Promise<void>
  stopAll(): Promise<void>
  isOpen(connection: ConnectionRef): boolean
  /**
   * True while the number receives messages faster than they are stored, for at most five seconds in a row;
   * `onCaughtUp` reports the end.
   */
  isBehind(connection: Pick<ConnectionRef, 'whatsappId'>): boolean
  /**
   * Resolves when `onAcks` has stored WhatsApp's answer to the message: accepted or refused.
   * @throws ERR_WAPP_NOT_INITIALIZED when the session ended before the answer, ERR_SENDING_WAPP_MSG when no answer came
   * in time or a device was left out; the caller sends the message again under the same id, before later ones
   */
  send(connection: ConnectionRef, message: Outbound): Promise<void>
  markRead(connection: ConnectionRef, keys: { jid: string; waId: string; participant: string | null }[]): Promise<void>
  typing(connection: ConnectionRef, jid: string, presence: 'composing' | 'recording' | 'paused'): Promise<void>
  /** Downloads and decrypts the file of a stored WebMessageInfo to `toPath`, at most `maxBytes`. */
  downloadMedia(connection: ConnectionRef, proto: Uint8Array, toPath: string, maxBytes: number): Promise<void>
  /**
   * Returns those of the numbers that are on WhatsApp, in the order asked, with their address, whose digits may differ.
   * @throws ERR_RATE_LIMIT when WhatsApp refuses to answer more questions
   */
  onWhatsApp(connection: ConnectionRef, numbers: string[]): Promise<{ number: string; jid: string }[]>
  /** Downloads a profile picture to `toPath`, at most `maxBytes`; false when there is none or it is hidden. */
  downloadPicture(connection: ConnectionRef, jid: string, toPath: string, maxBytes: number): Promise<boolean>
  groupSubject(connection: ConnectionRef, jid: string): Promise<string | null>
  /** True when a person administers the group; false also when the group is unknown. */
  isGroupAdmin(connection: ConnectionRef, group: string, person: string): Promise<boolean>
  rejectCall(connection: ConnectionRef, callId: string, jid: string): Promise<void>
}
