import { proto } from '@whiskeysockets/baileys'
import type { Content } from '../content'
import type { Received } from '../inbox'
import type { WireBytes, WireContent } from './control-api'
import { createSample } from './samples'

/** Shown content of a sent message on the sender's phone. */
export type OutgoingContent = Omit<Received, 'id' | 'at' | 'from' | 'chat'>

const fileKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const
type FileKind = (typeof fileKinds)[number]

/** Content from HTTP with files as bytes; MIME type, file name and length of a sample are defaults. */
export function fromWire(content: WireContent): Content {
  if (typeof content === 'string') return content
  if ('raw' in content) return { raw: proto.Message.fromObject(content.raw) }
  const kind = fileKinds.find((name) => name in content)
  if (!kind) return content as Content
  const given = (content as Record<string, unknown>)[kind] as WireBytes
  const { bytes, ...known } = readFile(given)
  return { ...known, ...(content as object), [kind]: bytes } as Content
}

/** Bytes of base64 or of a sample, with the sample's metadata. */
export function readFile(file: WireBytes): { bytes: Buffer; mimetype?: string; fileName?: string; seconds?: number } {
  return typeof file === 'string'
    ? { bytes: Buffer.from(file, 'base64') }
    : createSample(file.sample, file.seed, file.seconds)
}

/** Shown content of a message on its sender's phone. @param textOf text of a quoted message by id */
export function describeOutgoing(content: Content, textOf: (id: string) => string | undefined): OutgoingContent {
  if (typeof content === 'string') return { kind: 'text', text: content }
  if ('raw' in content || 'unknown' in content || 'vote' in content || 'poll' in content) return { kind: 'other' }
  if ('reaction' in content) return { kind: 'reaction', reaction: { to: content.to, emoji: content.reaction } }
  if ('edit' in content) return { kind: 'edit', edit: { of: content.edit, text: content.text } }
  if ('delete' in content) return { kind: 'delete', delete: { of: content.delete } }
  if ('timer' in content) return { kind: 'other' }
  const quoted = content.quote ? { id: content.quote, text: textOf(content.quote) } : undefined
  if ('text' in content) return { kind: 'text', text: content.text, quoted }
  if ('location' in content) return { kind: 'location', location: content.location, quoted }
  if ('contact' in content) return { kind: 'contact', contact: { name: content.contact.name, vcard: '' }, quoted }
  return { ...shownFile(content as FileContent), quoted }
}

type FileContent = Partial<Record<FileKind, Uint8Array | string>> & {
  caption?: string
  mimetype?: string
  fileName?: string
  ptt?: boolean
  seconds?: number
}

function shownFile(content: FileContent): OutgoingContent {
  const kind = fileKinds.find((name) => content[name] !== undefined) ?? 'document'
  const given = content[kind] ?? ''
  const bytes = typeof given === 'string' ? Buffer.from(given, 'base64') : Buffer.from(given)
  const { caption, mimetype, fileName, ptt, seconds } = content
  return { kind, text: caption, media: { bytes, mimetype, fileName, voiceNote: ptt, seconds } }
}
