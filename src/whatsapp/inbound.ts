import type { proto, WAMessage } from '@whiskeysockets/baileys'
import { limits } from '../shared/limits'
import { toAck } from './acks'
import { adOf } from './ads'
import { type Base, editTo, isoTime, protocolChange, reactionTo } from './changes'
import { type Described, describe } from './content'
import { type Decoders, encryptedPart, type SecretAddresses } from './encrypted'
import { clean } from './field-values'
import { chatOf, isChatJid, lidDigits, type Me, participantOf, pnDigits } from './jid'
import { mentionsOf } from './mentions'
import { encryptedInbound } from './opened'
import type { Inbound, InboundEdit, InboundMessage } from './received'
import { isOfUnknownKind, type Unwrapped, unwrap } from './unwrap'

/** Input of `toInbound` beside the message. */
export interface InboundContext {
  me: Me
  /**
   * Baileys' type of the event: `notify` for live messages, `append` for those queued while the connection was down.
   */
  type: 'notify' | 'append'
  encode(message: WAMessage): Uint8Array
  /** Decoders, and addresses of the people concerned; for encrypted content only. */
  decoders?: Decoders
  addresses?: SecretAddresses
  /** Time in ms since 1970, used for messages with a missing or impossible time. */
  now: number
}

const ciphertextStub = 2

/**
 * Converts a WAMessage for the product. Returns null for messages that the product ignores: chats other than people and
 * groups, keys, notices and votes. Pure; never throws for a message that was decoded.
 */
export function toInbound(message: WAMessage, context: InboundContext): Inbound | null {
  const base = baseOf(message, context)
  if (!base) return null
  const content = unwrap(message.message)
  if (!content) return withoutContent(message, base, context)
  const change = changeOf(message, base, context, content)
  return change === undefined ? bubble(message, base, context, content, describe(content)) : change
}

/** Reads content that changes an earlier message; undefined for content that is a message of its own. */
function changeOf(message: WAMessage, base: Base, context: InboundContext, content: Unwrapped) {
  const change = { base, participant: participantOf(message.key) }
  const { protocolMessage, reactionMessage, scheduledCallEditMessage } = content.message
  if (content.kind === 'protocolMessage') {
    const read = protocolChange(protocolMessage, change)
    return read?.type === 'edit' ? { ...read, unseen: unseenMessage(message, base, context, read) } : read
  }
  if (content.kind === 'reactionMessage') return reactionTo(reactionMessage, change)
  if (content.kind === 'scheduledCallEditMessage') {
    const targetWaId = scheduledCallEditMessage?.key?.id
    return targetWaId ? editTo(null, change, targetWaId) : null
  }
  const part = encryptedPart(content)
  if (!part) return undefined
  const { decoders, addresses } = context
  const asMessage = (content: Unwrapped) => bubble(message, base, context, content, describe(content))
  const closed = encryptedInbound({ content, part, change, decoders, addresses, asMessage })
  if (closed?.type !== 'encrypted' || closed.kind !== 'edit') return closed
  return { ...closed, unseen: unseenMessage(message, base, context, { targetWaId: closed.targetWaId, body: null }) }
}

/** The message that an edit changes, with the edit's text; a placeholder for content that cannot be read. */
function unseenMessage(
  message: WAMessage,
  base: Base,
  context: InboundContext,
  { targetWaId, body, mentions }: Pick<InboundEdit, 'targetWaId' | 'body' | 'mentions'>,
): InboundMessage {
  const key = { ...message.key, id: targetWaId }
  const described: Described =
    body === null
      ? { mediaType: 'unsupported', body: '', detail: { kind: 'ciphertext', onPhone: 'edit' }, media: null }
      : { mediaType: 'chat', body, detail: {}, media: null }
  const original = { ...message, key, message: body === null ? undefined : { conversation: body } }
  const unseen = bubble(original, { ...base, waId: targetWaId }, context, null, described)
  return { ...unseen, ...(mentions && { mentions }), stub: body === null }
}

/**
 * Placeholder for a message that is not read: because the process stood still during it (`held`, held-messages.ts), or
 * because reading it failed.
 */
export function toPlaceholder(
  message: WAMessage,
  context: InboundContext,
  kind: 'held' | 'unreadable' = 'held',
): InboundMessage | null {
  const base = baseOf(message, context)
  if (!base) return null
  const described: Described = { mediaType: 'unsupported', body: '', detail: { kind }, media: null }
  return bubble({ ...message, message: undefined }, base, context, null, described)
}

/** Fields of every message; null for chats other than people and groups, and for messages between own devices. */
function baseOf({ key, category, messageTimestamp }: WAMessage, { me, now }: InboundContext): Base | null {
  if (!key?.id || !isChatJid(key.remoteJid) || category === 'peer') return null
  return { waId: key.id, chat: chatOf(key, me), fromMe: key.fromMe === true, at: isoTime(messageTimestamp, now) }
}

function bubble(
  message: WAMessage,
  base: Base,
  context: InboundContext,
  content: Unwrapped | null,
  described: Described,
): InboundMessage {
  const { fromMe } = base
  const mentions = mentionsOf(content?.context, described.body)
  const extra = {
    ...(content?.viewOnce || message.key.isViewOnce ? { viewOnce: true } : {}),
    ...(content?.context?.isForwarded ? { forwarded: true } : {}),
    ad: fromMe ? undefined : adOf(content?.context),
  }
  const detail = Object.entries({ ...described.detail, ...extra }).filter(([, value]) => value !== undefined)
  return {
    type: 'message',
    ...base,
    participant: participantOf(message.key),
    pushName: fromMe ? '' : clean(message.pushName, limits.whatsappName.max),
    late: context.type === 'append' || fromMe,
    mediaType: described.mediaType,
    body: described.body,
    detail: detail.length > 0 ? Object.fromEntries(detail) : null,
    media: described.media,
    quoted: quotedOf(content?.context, context.me),
    ...timerOf(message, base, content),
    ...(mentions && { mentions }),
    stub: false,
    proto: context.encode(message),
    ack: fromMe ? toAck(message.status ?? 2) : 0,
  }
}

/** Kinds that phones send with the timer of the chat; without one in a chat without a timer. */
const timedKinds = new Set<keyof proto.IMessage>([
  'conversation',
  'extendedTextMessage',
  'imageMessage',
  'videoMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
  'contactMessage',
  'locationMessage',
])

/**
 * The chat's timer as the message tells it (docs/whatsapp.md, "Disappearing messages"). The lack of one means something
 * only from the customer's phone: another device of the own account, or of a group's member, may not know timers.
 */
function timerOf({ message }: WAMessage, { fromMe, chat }: Base, content: Unwrapped | null): { timer?: number } {
  const seconds = content?.context?.expiration ?? 0
  if (seconds > 0) return { timer: seconds }
  const isTold = !fromMe && !chat.isGroup && !message?.ephemeralMessage && content && timedKinds.has(content.kind)
  return isTold ? { timer: 0 } : {}
}

/**
 * Placeholder for a message that could not be decrypted, a view-once photo that only the phone may open, or content of
 * a kind that this version does not know; null for notices.
 */
function withoutContent(message: WAMessage, base: Base, context: InboundContext): InboundMessage | null {
  const stub = message.messageStubType === ciphertextStub
  const kind = stub ? 'ciphertext' : message.key.isViewOnce ? 'viewOnceMessage' : 'unknown'
  if (kind === 'unknown' && !isOfUnknownKind(message.message)) return null
  const described: Described = { mediaType: 'unsupported', body: '', detail: { kind }, media: null }
  return { ...bubble(message, base, context, null, described), stub }
}

function quotedOf(context: proto.IContextInfo | null | undefined, me: Me): InboundMessage['quoted'] {
  if (!context?.stanzaId) return null
  const content = unwrap(context.quotedMessage)
  const { mediaType, body } = content ? describe(content) : { mediaType: 'chat' as const, body: '' }
  const author = pnDigits(context.participant) ?? lidDigits(context.participant)
  return { waId: context.stanzaId, body, mediaType, fromMe: author !== null && (author === me.pn || author === me.lid) }
}
