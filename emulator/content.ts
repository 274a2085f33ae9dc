import { randomUUID } from 'node:crypto'
import { encodeWAMessage, proto, writeRandomPadMax16 } from '@whiskeysockets/baileys'
import type { MediaStore } from './media'
import { encryptedEdit, encryptedVote, withSecret } from './secret-content'

/** File content as bytes, or as base64 over HTTP. */
type Bytes = Uint8Array | string

interface Quote {
  /** Id of the quoted message. */
  quote?: string
  /** Time in seconds after which the message disappears. */
  expiration?: number
}
interface File {
  mimetype?: string
  caption?: string
}
/** View-once media: only phones may open them. Linked devices receive a placeholder without content. */
interface ViewOnce {
  viewOnce?: boolean
}

/** Content of a message that a simulated phone sends. Other messages are referred to by id. */
export type Content =
  | string
  | ({ text: string } & Quote)
  | ({ image: Bytes } & File & ViewOnce & Quote)
  | ({ video: Bytes } & File & ViewOnce & Quote)
  | ({ audio: Bytes; ptt?: boolean; seconds?: number; mimetype?: string } & Quote)
  | ({ document: Bytes; fileName: string } & File & Quote)
  | ({ sticker: Bytes } & Quote)
  | ({ location: { latitude: number; longitude: number; name?: string } } & Quote)
  | ({ contact: { name: string; number: string } } & Quote)
  | { reaction: string; to: string }
  /** Encrypted: with the secret of the edited message, as phones send edits today. */
  | { edit: string; text: string; encrypted?: boolean }
  | { poll: string; options: string[] }
  /** A vote in the poll with this id. */
  | { vote: string; options: string[] }
  | { delete: string }
  /** Setting of the time in seconds after which messages of the chat disappear, 0 for never. */
  | { timer: number }
  /** Content of a later version of the protocol: a message whose only field has this number. */
  | { unknown: number }
  /** Any protobuf message, for kinds not listed above. */
  | { raw: proto.IMessage }

/** Chat as its sender sees it: keys and content of its messages, by id. */
export interface ChatView {
  key(id: string): proto.IMessageKey
  message(id: string): { author: string; message: proto.IMessage } | undefined
  /** Address of the phone that acts in this chat. */
  readonly self: string
}

export interface BuiltMessage {
  message: proto.IMessage
  /** Stanza attributes: `type` and `edit` of `<message>`, `mediatype` of `<enc>`. */
  type: 'text' | 'media' | 'reaction'
  edit?: '1' | '7'
  mediatype?: string
  /** Encoded protobuf fields that this version's schema does not have. */
  extra?: Buffer
  /** Reason sent to linked devices in place of the content (`<unavailable type>`). */
  unavailable?: 'view_once'
}

/** Protobuf message of the content, before encryption; files are encrypted and stored on the media host. */
export function buildMessage(content: Content, chat: ChatView, media: MediaStore): BuiltMessage {
  if (typeof content === 'string') return { message: withSecret({ conversation: content }), type: 'text' }
  if ('raw' in content) return { message: content.raw, type: 'text' }
  if ('unknown' in content) return { message: {}, type: 'text', extra: unknownField(content.unknown) }
  if ('reaction' in content) return buildReaction(content.reaction, chat.key(content.to))
  if ('edit' in content) return buildEdit(content, chat)
  if ('vote' in content) return buildVote(content, chat)
  if ('poll' in content) return buildPoll(content)
  if ('delete' in content) return buildRevocation(chat.key(content.delete))
  if ('timer' in content) return buildTimer(content.timer)
  const contextInfo = contextOf(content, chat)
  const plain = buildContent(content, contextInfo, media)
  const built = { ...plain, message: withSecret(plain.message) }
  return 'viewOnce' in content && content.viewOnce ? { ...built, unavailable: 'view_once' } : built
}

type Quotable = Extract<Content, Quote>

function buildContent(content: Quotable, contextInfo: proto.IContextInfo | undefined, media: MediaStore): BuiltMessage {
  if ('text' in content) return { message: { extendedTextMessage: { text: content.text, contextInfo } }, type: 'text' }
  if ('location' in content) return buildLocation(content.location, contextInfo)
  if ('contact' in content) return buildContactCard(content.contact, contextInfo)
  return buildFile(content, contextInfo, media)
}

function buildFile(
  content: Exclude<Quotable, { text: string }>,
  contextInfo: proto.IContextInfo | undefined,
  media: MediaStore,
) {
  if ('image' in content) {
    const { caption, mimetype = 'image/jpeg' } = content
    const stored = media.encryptAndStore(toBuffer(content.image), 'image')
    return asMedia('image', { imageMessage: { ...stored, mimetype, caption, contextInfo } })
  }
  if ('video' in content) {
    const { caption, mimetype = 'video/mp4' } = content
    const stored = media.encryptAndStore(toBuffer(content.video), 'video')
    return asMedia('video', { videoMessage: { ...stored, mimetype, caption, contextInfo } })
  }
  if ('audio' in content) {
    const { ptt = false, seconds = 1, mimetype = ptt ? 'audio/ogg; codecs=opus' : 'audio/mpeg' } = content
    const stored = media.encryptAndStore(toBuffer(content.audio), 'audio')
    return asMedia(ptt ? 'ptt' : 'audio', { audioMessage: { ...stored, mimetype, seconds, ptt, contextInfo } })
  }
  if ('document' in content) {
    const { fileName, caption, mimetype = 'application/octet-stream' } = content
    const stored = media.encryptAndStore(toBuffer(content.document), 'document')
    const documentMessage = { ...stored, mimetype, fileName, title: fileName, caption, contextInfo }
    const message = caption ? { documentWithCaptionMessage: { message: { documentMessage } } } : { documentMessage }
    return asMedia('document', message)
  }
  if (!('sticker' in content)) throw new Error('nothing to send')
  const stored = media.encryptAndStore(toBuffer(content.sticker), 'sticker')
  return asMedia('sticker', { stickerMessage: { ...stored, mimetype: 'image/webp', contextInfo } })
}

const asMedia = (mediatype: string, message: proto.IMessage): BuiltMessage => ({ message, type: 'media', mediatype })

function buildLocation(
  { latitude, longitude, name }: { latitude: number; longitude: number; name?: string },
  contextInfo?: proto.IContextInfo,
) {
  const locationMessage = { degreesLatitude: latitude, degreesLongitude: longitude, name, contextInfo }
  return asMedia('location', { locationMessage })
}

function buildContactCard({ name, number }: { name: string; number: string }, contextInfo?: proto.IContextInfo) {
  const phone = `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`
  const vcard = ['BEGIN:VCARD', 'VERSION:3.0', `N:;${name};;;`, `FN:${name}`, phone, 'END:VCARD'].join('\n')
  return asMedia('vcard', { contactMessage: { displayName: name, vcard, contextInfo } })
}

function buildReaction(text: string, key: proto.IMessageKey): BuiltMessage {
  return { message: { reactionMessage: { key, text, senderTimestampMs: Date.now() } }, type: 'reaction' }
}

function buildPoll({ poll: name, options }: { poll: string; options: string[] }): BuiltMessage {
  const pollCreationMessageV3 = { name, options: options.map((optionName) => ({ optionName })) }
  return { message: withSecret({ pollCreationMessageV3 }), type: 'text' }
}

function buildVote({ vote: id, options }: { vote: string; options: string[] }, chat: ChatView): BuiltMessage {
  return { message: encryptedVote(targetOf(id, chat), chat.key(id), chat.self, options), type: 'text' }
}

function targetOf(id: string, chat: ChatView) {
  const chatMessage = chat.message(id)
  if (!chatMessage) throw new Error(`no message ${id} in this chat`)
  return { id, ...chatMessage }
}

interface Edit {
  edit: string
  text: string
  encrypted?: boolean
}

function buildEdit({ edit: id, text, encrypted }: Edit, chat: ChatView): BuiltMessage {
  if (!encrypted) return buildPlainEdit(text, chat.key(id))
  const target = targetOf(id, chat)
  const { imageMessage, videoMessage, documentWithCaptionMessage: file } = target.message
  const document = file?.message?.documentMessage
  const edited: proto.IMessage = imageMessage
    ? { imageMessage: { ...imageMessage, caption: text } }
    : videoMessage
      ? { videoMessage: { ...videoMessage, caption: text } }
      : document
        ? { documentMessage: { ...document, caption: text } }
        : { conversation: text }
  return { message: encryptedEdit(target, chat.key(id), edited), type: 'text', edit: '1' }
}

function buildPlainEdit(text: string, key: proto.IMessageKey): BuiltMessage {
  const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
  const protocolMessage = { key, type, editedMessage: { conversation: text }, timestampMs: Date.now() }
  return { message: { editedMessage: { message: { protocolMessage } } }, type: 'text', edit: '1' }
}

function buildRevocation(key: proto.IMessageKey): BuiltMessage {
  const type = proto.Message.ProtocolMessage.Type.REVOKE
  return { message: { protocolMessage: { key, type } }, type: 'text', edit: '7' }
}

function buildTimer(ephemeralExpiration: number): BuiltMessage {
  const type = proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING
  return { message: { protocolMessage: { type, ephemeralExpiration } }, type: 'text' }
}

function contextOf({ quote, expiration }: Quote, chat: ChatView): proto.IContextInfo | undefined {
  const quoted = quote ? quoteContext(quote, chat) : undefined
  return expiration ? { ...quoted, expiration } : quoted
}

function quoteContext(id: string, chat: ChatView): proto.IContextInfo {
  const chatMessage = chat.message(id)
  if (!chatMessage) throw new Error(`no message ${id} in this chat`)
  return { stanzaId: id, participant: chatMessage.author, quotedMessage: chatMessage.message }
}

/** Padded plaintext of a message, ready for encryption. */
export const plaintextOf = ({ message, extra }: Pick<BuiltMessage, 'message' | 'extra'>) =>
  extra ? writeRandomPadMax16(Buffer.concat([proto.Message.encode(message).finish(), extra])) : encodeWAMessage(message)

/** Encoded length-delimited protobuf field with three bytes of content. */
function unknownField(number: number) {
  const tag = (number << 3) | 2
  return Buffer.from([(tag & 0x7f) | 0x80, tag >> 7, 3, 1, 2, 3])
}

const toBuffer = (value: Bytes) => (typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.from(value))

/** New message id in the format of phones: `3A` and 18 hexadecimal digits. */
export const newMessageId = () => `3A${randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`
