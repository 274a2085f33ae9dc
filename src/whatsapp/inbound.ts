import type { proto, WAMessage } from '@whiskeysockets/baileys'
import { limits } from '../shared/limits'
import { toAck } from './acks'
import { clean, type Described, describe, toNumber } from './content'
import type { Identity, Inbound, InboundMessage } from './contract'
import { chatOf, isChatJid, lidDigits, type Me, participantOf, pnDigits } from './jid'
import { isOfUnknownKind, type Unwrapped, unwrap } from './unwrap'

/** Input of `toInbound` beside the message. */
export interface InboundContext {
  me: Me
  /**
   * Baileys' type of the event: `notify` for live messages, `append` for those queued while the connection was down.
   */
  type: 'notify' | 'append'
  encode(message: WAMessage): Uint8Array
  /** Time in ms since 1970, used for messages with a missing or impossible time. */
  now: number
}

const ciphertextStub = 2
const revoke = 0
const messageEdit = 14

/**
 * Converts a WAMessage for the product. Returns null for messages that the product ignores: chats other than people and
 * groups, keys, notices and votes. Pure; never throws for a message that was decoded.
 */
export function toInbound(message: WAMessage, context: InboundContext): Inbound | null {
  const { key } = message
  if (!key?.id || !isChatJid(key.remoteJid) || message.category === 'peer') return null
  const base = {
    waId: key.id,
    chat: chatOf(key, context.me),
    fromMe: key.fromMe === true,
    at: isoTime(message.messageTimestamp, context.now),
  }
  const content = unwrap(message.message)
  if (!content) return withoutContent(message, base, context)
  if (content.kind === 'protocolMessage') return protocol(content.message.protocolMessage, base, participantOf(key))
  if (content.kind === 'reactionMessage') return reaction(content.message.reactionMessage, base, participantOf(key))
  return bubble(message, base, context, content, describe(content))
}

type Base = Pick<InboundMessage, 'waId' | 'chat' | 'fromMe' | 'at'>

function bubble(
  message: WAMessage,
  base: Base,
  context: InboundContext,
  content: Unwrapped | null,
  described: Described,
): InboundMessage {
  const { fromMe } = base
  const extra = {
    ...(content?.viewOnce || message.key.isViewOnce ? { viewOnce: true } : {}),
    ...(content?.context?.isForwarded ? { forwarded: true } : {}),
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
    stub: false,
    proto: context.encode(message),
    ack: fromMe ? toAck(message.status ?? 2) : 0,
  }
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

function protocol(
  part: proto.Message.IProtocolMessage | null | undefined,
  base: Base,
  participant: Identity | null,
): Inbound | null {
  const targetWaId = part?.key?.id
  if (!targetWaId) return null
  if (part?.type === revoke) return { type: 'delete', ...base, targetWaId, participant }
  const content = part?.type === messageEdit ? unwrap(part.editedMessage) : null
  return content ? { type: 'edit', ...base, targetWaId, participant, body: describe(content).body } : null
}

function reaction(
  part: proto.Message.IReactionMessage | null | undefined,
  base: Base,
  sender: Identity | null,
): Inbound | null {
  const target = part?.key
  if (!target?.id) return null
  const at = toNumber(part?.senderTimestampMs)
  return {
    type: 'reaction',
    ...base,
    at: at > 0 ? isoTime(at / 1000, Date.parse(base.at)) : base.at,
    targetWaId: target.id,
    targetFromMe: target.fromMe === true,
    sender: base.fromMe ? null : (sender ?? base.chat),
    emoji: clean(part?.text, 32),
  }
}

function quotedOf(context: proto.IContextInfo | null | undefined, me: Me): InboundMessage['quoted'] {
  if (!context?.stanzaId) return null
  const content = unwrap(context.quotedMessage)
  const { mediaType, body } = content ? describe(content) : { mediaType: 'chat' as const, body: '' }
  const author = pnDigits(context.participant) ?? lidDigits(context.participant)
  return { waId: context.stanzaId, body, mediaType, fromMe: author !== null && (author === me.pn || author === me.lid) }
}

/** ISO time of seconds since 1970; that of `now` for a time before 2009 or more than a day in the future. */
function isoTime(seconds: unknown, now: number): string {
  const value = toNumber(seconds) * 1000
  const possible = value > Date.UTC(2009, 0) && value < now + 86_400_000
  return new Date(possible ? value : now).toISOString()
}
