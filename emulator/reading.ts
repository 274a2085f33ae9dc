import { getContentType, normalizeMessageContent, type proto } from '@whiskeysockets/baileys'
import type { Received, ReceivedKind } from './inbox'
import type { MediaStore } from './media'

type Read = Omit<Received, 'id' | 'at' | 'from' | 'chat'>

const revoke = 0
const messageEdit = 14

/** Shown content of a decrypted message; undefined for messages that phones do not show (key exchange, settings). */
export function readMessage(message: proto.IMessage, media: MediaStore): Read | undefined {
  const content = normalizeMessageContent(message)
  if (!content) return undefined
  if (content.protocolMessage) return readProtocol(content.protocolMessage)
  const name = getContentType(content)
  if (!name) return undefined
  const reader = readers[name as keyof typeof readers]
  const read = reader ? reader(content, media) : ({ kind: 'other' } as const)
  const part = content[name]
  const context = part && typeof part === 'object' && 'contextInfo' in part ? part.contextInfo : undefined
  const expiration = context?.expiration ? { expiration: context.expiration } : {}
  return { ...read, ...(context?.stanzaId ? { quoted: quotedOf(context) } : {}), ...expiration }
}

function readProtocol({ type, key, editedMessage }: proto.Message.IProtocolMessage): Read | undefined {
  const of = key?.id ?? ''
  if (type === revoke) return { kind: 'delete', delete: { of } }
  if (type === messageEdit) return { kind: 'edit', edit: { of, text: textOf(editedMessage) ?? '' } }
  return undefined
}

const readers = {
  conversation: ({ conversation }: proto.IMessage): Read => ({ kind: 'text', text: conversation ?? '' }),
  extendedTextMessage: ({ extendedTextMessage }: proto.IMessage): Read => ({
    kind: 'text',
    text: extendedTextMessage?.text ?? '',
  }),
  imageMessage: ({ imageMessage }: proto.IMessage, media: MediaStore) => file('image', imageMessage!, media),
  videoMessage: ({ videoMessage }: proto.IMessage, media: MediaStore) => file('video', videoMessage!, media),
  audioMessage: ({ audioMessage }: proto.IMessage, media: MediaStore) => file('audio', audioMessage!, media),
  documentMessage: ({ documentMessage }: proto.IMessage, media: MediaStore) =>
    file('document', documentMessage!, media),
  stickerMessage: ({ stickerMessage }: proto.IMessage, media: MediaStore) => file('sticker', stickerMessage!, media),
  locationMessage: ({ locationMessage }: proto.IMessage): Read => ({
    kind: 'location',
    location: {
      latitude: locationMessage?.degreesLatitude ?? 0,
      longitude: locationMessage?.degreesLongitude ?? 0,
      name: locationMessage?.name ?? undefined,
    },
  }),
  contactMessage: ({ contactMessage }: proto.IMessage): Read => {
    const vcard = contactMessage?.vcard ?? ''
    return { kind: 'contact', contact: { name: contactMessage?.displayName ?? /^FN:(.*)$/m.exec(vcard)?.[1], vcard } }
  },
  reactionMessage: ({ reactionMessage }: proto.IMessage): Read => ({
    kind: 'reaction',
    reaction: { to: reactionMessage?.key?.id ?? '', emoji: reactionMessage?.text ?? '' },
  }),
}

interface MediaPart {
  mediaKey?: Uint8Array | null
  directPath?: string | null
  mimetype?: string | null
  caption?: string | null
  fileName?: string | null
  ptt?: boolean | null
  seconds?: number | null
}

function file(kind: ReceivedKind, part: MediaPart, media: MediaStore): Read {
  const bytes = media.fetchAndDecrypt(part.directPath ?? '', part.mediaKey ?? new Uint8Array(), kind)
  return {
    kind,
    text: part.caption ?? undefined,
    media: {
      bytes,
      mimetype: part.mimetype ?? undefined,
      fileName: part.fileName ?? undefined,
      voiceNote: part.ptt ?? undefined,
      seconds: part.seconds ?? undefined,
    },
  }
}

function quotedOf({ stanzaId, quotedMessage }: proto.IContextInfo) {
  return { id: stanzaId ?? '', text: textOf(quotedMessage) }
}

function textOf(message: proto.IMessage | null | undefined) {
  const content = normalizeMessageContent(message ?? undefined)
  return content?.conversation ?? content?.extendedTextMessage?.text ?? content?.imageMessage?.caption ?? undefined
}
