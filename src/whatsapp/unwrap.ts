import type { proto } from '@whiskeysockets/baileys'
import { hasUnknownFields } from './unknown-fields'

type Message = proto.IMessage

/** Content without wrappers, its kind, and fields that all kinds have. */
export interface Unwrapped {
  message: Message
  kind: keyof Message
  context: proto.IContextInfo | null
  viewOnce: boolean
}

const wrappers = [
  'deviceSentMessage',
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'lottieStickerMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'limitSharingMessage',
  'botForwardedMessage',
] as const satisfies (keyof Message)[]

/** Keys, votes and other data between programs, which phones do not show either. */
const silent = new Set<string>([
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'messageContextInfo',
  'deviceSentMessage',
  'chat',
  'pollUpdateMessage',
  'encReactionMessage',
  'encEventResponseMessage',
  'encCommentMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'stickerSyncRmrMessage',
  'scheduledCallEditMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'statusMentionMessage',
  'groupStatusMentionMessage',
  'statusNotificationMessage',
  'statusStickerInteractionMessage',
  'secretEncryptedMessage',
  'albumMessage',
  'botTaskMessage',
])

/** Removes wrappers (ephemeral, view once, …) and returns the content; null when there is nothing to show. */
export function unwrap(content: Message | null | undefined): Unwrapped | null {
  const { message, viewOnce } = innermost(content)
  const kind = message && contentKind(message)
  if (!message || !kind) return null
  const part = message[kind] as { contextInfo?: proto.IContextInfo | null; viewOnce?: boolean | null }
  return { message, kind, context: part?.contextInfo ?? null, viewOnce: viewOnce || part?.viewOnce === true }
}

function innermost(content: Message | null | undefined) {
  let message = content
  let viewOnce = false
  for (let depth = 0; message && depth < 8; depth++) {
    const wrapper = wrappers.find((name) => message?.[name]?.message)
    if (!wrapper) break
    if (wrapper.startsWith('viewOnce')) viewOnce = true
    message = message[wrapper]?.message
  }
  return { message, viewOnce }
}

/** Fields that accompany content of any kind: data about it, and the keys of a group. */
const accompanying = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
])

/**
 * True for content of a kind that WhatsApp added after this version: the decoder drops its field, so the message looks
 * empty or, in a group, as if it only contained keys. A message with other known fields (votes, receipts) has known
 * content.
 */
export function isOfUnknownKind(content: Message | null | undefined): boolean {
  const { message } = innermost(content)
  if (!message) return false
  const known = Object.entries(message).flatMap(([name, part]) => (part === null || part === undefined ? [] : name))
  if (known.every((name) => name === 'messageContextInfo')) return true
  return hasUnknownFields(message) && known.every((name) => accompanying.has(name))
}

function contentKind(message: Message): keyof Message | undefined {
  const names = Object.keys(message) as (keyof Message)[]
  return names.find((name) => !silent.has(name) && message[name] !== null && message[name] !== undefined)
}
