import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { AnyMessageContent, MiscMessageGenerationOptions, WAMessage, WAMessageKey } from '@whiskeysockets/baileys'
import type { Outbound, OutboundContent } from './contract'
import { isGroupJid } from './jid'
import { formatVcard } from './vcard'

type Media = Extract<OutboundContent, { type: 'media' }>

/** Upload rate of a slow network in bytes per ms (1 Mbit/s). */
const slowest = 125

/** Returns a new message id in WhatsApp Web's format; chosen before sending, so that a repetition has the same id. */
export const newMessageId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

/**
 * Converts a message to the arguments of Baileys' `sendMessage`. Pure except that it opens the file. All values that
 * Baileys would derive are set or excluded, so that it reads no media, starts no program and fetches no link preview
 * (docs/whatsapp.md, "Sending").
 * @param timer seconds after which the messages of the chat disappear, 0 for never
 * @param uploadTime timeout in ms of an upload to one host, in addition to the time its size takes on a slow network
 */
export function toBaileys(
  message: Outbound,
  uploadTime: number,
  decode: (proto: Uint8Array) => WAMessage,
  timer = 0,
): { content: AnyMessageContent; options: MiscMessageGenerationOptions } {
  const options: MiscMessageGenerationOptions = { messageId: message.waId }
  // Without a timeout an abandoned upload would continue beside the next one.
  if (message.content.type === 'media')
    options.mediaUploadTimeoutMs = uploadTime + Math.ceil(Bun.file(message.content.path).size / slowest)
  if (timer > 0 && !changing.has(message.content.type)) options.ephemeralExpiration = timer
  if (message.quoted) options.quoted = decode(message.quoted)
  return { content: contentOf(message.content, message.jid), options }
}

/** Contents that change another message, whose timer counts. */
const changing = new Set<OutboundContent['type']>(['edit', 'delete', 'reaction'])

function contentOf(content: OutboundContent, jid: string): AnyMessageContent {
  switch (content.type) {
    case 'text':
      return { text: content.body, linkPreview: null, ...mark(content) }
    case 'media':
      return { ...mediaOf(content), ...mark(content) } as AnyMessageContent
    case 'location':
      return { location: locationOf(content) }
    case 'contacts':
      return { contacts: contactsOf(content) }
    case 'edit':
      return { text: content.body, edit: ownKey(jid, content.targetWaId), linkPreview: null }
    case 'delete':
      return { delete: ownKey(jid, content.targetWaId) }
    case 'reaction':
      return { react: { text: content.emoji, key: reactionKey(jid, content) } }
  }
}

const locationOf = ({ latitude, longitude, address }: Extract<OutboundContent, { type: 'location' }>) => ({
  degreesLatitude: latitude,
  degreesLongitude: longitude,
  ...(address && { name: address }),
})

const contactsOf = ({ contacts }: Extract<OutboundContent, { type: 'contacts' }>) => ({
  displayName: contacts[0]?.name ?? '',
  contacts: contacts.map((card) => ({ displayName: card.name, vcard: formatVcard(card) })),
})

/** Context of a forwarded message. */
const mark = ({ forwarded }: { forwarded?: boolean }) =>
  forwarded ? { contextInfo: { isForwarded: true, forwardingScore: 1 } } : {}

const ownKey = (remoteJid: string, id: string): WAMessageKey => ({ remoteJid, id, fromMe: true })

const reactionKey = (
  remoteJid: string,
  { targetWaId, targetFromMe, participant }: Extract<OutboundContent, { type: 'reaction' }>,
) => ({
  remoteJid,
  id: targetWaId,
  fromMe: targetFromMe,
  ...(participant && isGroupJid(remoteJid) ? { participant } : {}),
})

function mediaOf(media: Media): AnyMessageContent {
  const upload = { stream: createReadStream(media.path) }
  const { mime: mimetype, fileName } = media
  const caption = media.caption || undefined
  const size = media.width && media.height ? { width: media.width, height: media.height } : {}
  const jpegThumbnail = media.thumbnail ?? '' // empty, or Baileys would make one itself
  switch (media.kind) {
    case 'image':
      return { image: upload, mimetype, caption, jpegThumbnail, ...size }
    case 'video':
      return {
        video: upload,
        mimetype,
        caption,
        jpegThumbnail,
        ...(media.seconds ? { seconds: media.seconds } : {}),
        ...size,
      }
    case 'document':
      return { document: upload, mimetype, fileName, caption }
    case 'sticker':
      return { sticker: upload, mimetype, ...size }
    case 'audio':
      return { audio: upload, mimetype, ptt: false, seconds: Math.ceil(media.seconds ?? 0) }
    case 'voice':
      return voice(media, upload)
  }
}

/** Baileys computes duration or waveform of a voice note if one of them is missing; zeros prevent it. */
function voice({ mime, seconds, waveform }: Media, upload: { stream: ReturnType<typeof createReadStream> }) {
  const content = {
    audio: upload,
    mimetype: mime,
    ptt: true,
    seconds: Math.max(1, Math.ceil(seconds ?? 0)),
    waveform: Uint8Array.from({ length: 64 }, (_, at) => Math.round(Math.min(100, Math.max(0, waveform?.[at] ?? 0)))),
  }
  return content as AnyMessageContent // Baileys sends `waveform`, but its type lacks it
}
