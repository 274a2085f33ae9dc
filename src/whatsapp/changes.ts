import type { proto } from '@whiskeysockets/baileys'
import { describe } from './content'
import { clean, toNumber } from './field-values'
import { mentionsOf } from './mentions'
import { latestProtocolType } from './message-fields'
import type { Identity, Inbound, InboundMessage } from './received'
import { type Unwrapped, unwrap } from './unwrap'

const revoke = 0
const ephemeralSetting = 3
const messageEdit = 14

/** Fields of every message. */
export type Base = Pick<InboundMessage, 'waId' | 'chat' | 'fromMe' | 'at'>

/** Change of an earlier message: fields of the stanza that brings it, and its author in a group. */
export interface ChangeBase {
  base: Base
  participant: Identity | null
}

type Protocol = proto.Message.IProtocolMessage

/** Converts a deletion, an edit or the timer of a chat; null for notices between devices. */
export function protocolChange(part: Protocol | null | undefined, { base, participant }: ChangeBase): Inbound | null {
  if (part?.type === ephemeralSetting)
    return { type: 'timer', ...base, seconds: Math.max(0, part.ephemeralExpiration ?? 0) }
  const targetWaId = part?.key?.id
  if (!targetWaId) return null
  if (part?.type === revoke) return { type: 'delete', ...base, targetWaId, participant }
  const isEdit = part?.type === messageEdit || (isOfUnknownType(part) && !!part?.editedMessage)
  return isEdit ? editTo(unwrap(part.editedMessage), { base, participant }, targetWaId) : null
}

/** True for a type of `protocolMessage` that WhatsApp added after this version. */
export const isOfUnknownType = (part: Protocol | null | undefined) => (part?.type ?? 0) > latestProtocolType

/** An edit to this content; one whose content cannot be shown has no body and leaves a mark. */
export function editTo(content: Unwrapped | null, { base, participant }: ChangeBase, targetWaId: string) {
  const described = content && describe(content)
  const isReadable = described && (described.mediaType !== 'unsupported' || described.body !== '')
  const { poll, event } = described?.detail ?? {}
  const facts = { ...(poll ? { poll } : {}), ...(event ? { event } : {}) }
  const body = isReadable ? described.body : null
  const mentions = mentionsOf(content?.context, body)
  return {
    ...{ type: 'edit' as const, ...base, targetWaId, participant, body },
    ...(Object.keys(facts).length > 0 && { detail: facts }),
    ...(mentions && { mentions }),
  }
}

/** An edit whose plaintext is the new content itself, or the edit as it is without encryption. */
export function decryptedEdit(content: Unwrapped | null, change: ChangeBase, targetWaId: string) {
  const { protocolMessage } = content?.message ?? {}
  if (!protocolMessage) return content && editTo(content, change, targetWaId)
  const isEdit = protocolMessage.type === messageEdit && (protocolMessage.key?.id ?? targetWaId) === targetWaId
  return isEdit ? editTo(unwrap(protocolMessage.editedMessage), change, targetWaId) : null
}

export function reactionTo(
  part: proto.Message.IReactionMessage | null | undefined,
  { base, participant }: ChangeBase,
): Extract<Inbound, { type: 'reaction' }> | null {
  const target = part?.key
  if (!target?.id) return null
  const at = toNumber(part?.senderTimestampMs)
  return {
    type: 'reaction',
    ...base,
    at: at > 0 ? isoTime(at / 1000, Date.parse(base.at)) : base.at,
    targetWaId: target.id,
    targetFromMe: target.fromMe === true,
    sender: senderOf({ base, participant }),
    emoji: clean(part?.text, 32),
  }
}

/** The person who reacts or votes; null for the own phone. */
export const senderOf = ({ base, participant }: ChangeBase) => (base.fromMe ? null : (participant ?? base.chat))

/** ISO time of seconds since 1970; that of `now` for a time before 2009 or more than a day in the future. */
export function isoTime(seconds: unknown, now: number): string {
  const value = toNumber(seconds) * 1000
  const possible = value > Date.UTC(2009, 0) && value < now + 86_400_000
  return new Date(possible ? value : now).toISOString()
}
