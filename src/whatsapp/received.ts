import type { Ack, MediaType } from '../shared/enums'
import type { InboundMention } from './mentions'

/** A person or group on WhatsApp, with the addresses that are known. */
export interface Identity {
  /** Digits of the phone number, or null while hidden. */
  number: string | null
  /** Digits of the LID, or null. */
  lid: string | null
  /** Address that the message came from, without device; answers are sent to it. */
  jid: string
  isGroup: boolean
}

/**
 * An encrypted file of a message. Its address and key are in the message's `proto`, for a download at any later time.
 */
export interface InboundMedia {
  kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'
  mime: string
  fileName: string | null
  size: number | null
}

/** A message of a chat, from the customer or from the owner's phone. */
export interface InboundMessage {
  type: 'message'
  waId: string
  chat: Identity
  /** Author of a message in a group; null elsewhere. */
  participant: Identity | null
  fromMe: boolean
  /** Name that the sender chose on WhatsApp; '' when unknown. */
  pushName: string
  /** WhatsApp's time of the message, UTC ISO with milliseconds. */
  at: string
  /**
   * True for a message queued while the connection was down or sent from the owner's phone: no automation if it is old.
   */
  late: boolean
  mediaType: MediaType
  body: string
  /** Fields of MessageDetail (features/inbox/messages/model.ts). */
  detail: Record<string, unknown> | null
  media: InboundMedia | null
  quoted: { waId: string; body: string; mediaType: MediaType; fromMe: boolean } | null
  /** People whom the text mentions by number or LID. */
  mentions?: InboundMention[]
  /** Seconds after which the chat's messages disappear, 0 for never; absent where the message does not tell. */
  timer?: number
  /** True for a message that could not be decrypted: a later copy with content replaces it. */
  stub: boolean
  /** The encoded WebMessageInfo, for retries, quotes and media. */
  proto: Uint8Array
  /** Status of own messages in the product's numbers (`toAck`). */
  ack: Ack
}
export interface InboundReaction {
  type: 'reaction'
  waId: string
  chat: Identity
  targetWaId: string
  targetFromMe: boolean
  sender: Identity | null
  fromMe: boolean
  /** '' removes the reaction. */
  emoji: string
  at: string
}
export interface InboundEdit {
  type: 'edit'
  waId: string
  chat: Identity
  targetWaId: string
  /** Author of the edit in a group; null elsewhere. */
  participant: Identity | null
  fromMe: boolean
  /** Null for an edit whose content this version cannot read: the message gets a mark. */
  body: string | null
  /** People whom the new text mentions by number or LID. */
  mentions?: InboundMention[]
  /** Facts of an edited poll or event, which replace the stored ones. */
  detail?: Record<string, unknown>
  at: string
  /** The edited message as far as the edit tells it, for one that is not stored; absent without addresses. */
  unseen?: InboundMessage
}
/** A vote in a poll or an answer to an event; it replaces the person's earlier one. */
export interface InboundVote {
  type: 'vote'
  waId: string
  chat: Identity
  targetWaId: string
  targetFromMe: boolean
  sender: Identity | null
  fromMe: boolean
  /** Ids of the chosen options (`optionId`), or one of `going`, `maybe`, `notGoing`; none takes the vote back. */
  choices: string[]
  at: string
}
/** Content encrypted with the secret of an earlier message: an edit, a vote, an answer, a comment, a reaction. */
export interface InboundEncrypted {
  type: 'encrypted'
  waId: string
  chat: Identity
  targetWaId: string
  /** Author in a group; null elsewhere. */
  participant: Identity | null
  fromMe: boolean
  /** An edit changes a message of the same author; an answer belongs to a message of anyone. */
  kind: 'edit' | 'answer'
  at: string
  /**
   * Decrypts the content with the secret in the stored WebMessageInfo of the earlier message. Returns null when that
   * has no secret, the content is not of its author's, or this version cannot read it.
   */
  open(target: Uint8Array): Exclude<Inbound, InboundEncrypted> | null
  /** Stored in place of content that is a message of its own and cannot be opened; null for a change of a message. */
  placeholder: InboundMessage | null
  /** Placeholder of the message that an edit changes, for one that is not stored. */
  unseen?: InboundMessage
}
export interface InboundDelete {
  type: 'delete'
  waId: string
  chat: Identity
  targetWaId: string
  /** Person who deletes in a group; null elsewhere. */
  participant: Identity | null
  fromMe: boolean
  at: string
}
/** A change of the time after which messages of a chat disappear. */
interface InboundTimer {
  type: 'timer'
  waId: string
  chat: Identity
  fromMe: boolean
  /** 0: messages no longer disappear. */
  seconds: number
  at: string
}
export type Inbound =
  | InboundMessage
  | InboundReaction
  | InboundEdit
  | InboundDelete
  | InboundVote
  | InboundEncrypted
  | InboundTimer
