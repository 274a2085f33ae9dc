import type { proto } from '@whiskeysockets/baileys'
import { accompanying, fateOf, wrappers } from './message-fields'
import { hasUnknownFields } from './unknown-fields'

type Message = proto.IMessage

/** Content without wrappers, its kind, and fields that all kinds have. */
export interface Unwrapped {
  message: Message
  kind: keyof Message
  context: proto.IContextInfo | null
  viewOnce: boolean
}

/** Removes wrappers (ephemeral, view once, …) and returns the content; null when there is nothing to show. */
export function unwrap(content: Message | null | undefined): Unwrapped | null {
  const { message, viewOnce } = innermost(content)
  const kind = message && contentKind(message)
  if (!message || !kind) return null
  const part = message[kind] as { contextInfo?: proto.IContextInfo | null; viewOnce?: boolean | null }
  return { message, kind, context: part?.contextInfo ?? null, viewOnce: viewOnce || part?.viewOnce === true }
}

/** Maximum number of wrappers around each other that are removed. */
const maxWrappers = 8

function innermost(content: Message | null | undefined) {
  let message = content
  let viewOnce = false
  for (let depth = 0; message && depth < maxWrappers; depth++) {
    const wrapper = wrappers.find((name) => message?.[name]?.message)
    if (!wrapper) break
    if (wrapper.startsWith('viewOnce')) viewOnce = true
    message = message[wrapper]?.message
  }
  return { message, viewOnce }
}

/** True for content with a field that WhatsApp added to `Message` after this version. */
export function hasUnknownContent(content: Message | null | undefined): boolean {
  const { message } = innermost(content)
  return !!message && hasUnknownFields(message)
}

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
  return names.find((name) => !isSilent(name) && message[name] !== null && message[name] !== undefined)
}

/** A wrapper around nothing is silent for those that a phone sends empty; a field without a fate is shown. */
const isSilent = (name: string) => fateOf.get(name) === 'hidden' || name === 'deviceSentMessage'
