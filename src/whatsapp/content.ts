import type { proto } from '@whiskeysockets/baileys'
import type { MediaType } from '../shared/enums'
import { removeInvalidCharacters } from '../shared/text'
import type { InboundMedia } from './contract'
import { type Unwrapped, unwrap } from './unwrap'
import { parseVcard } from './vcard'

type Message = proto.IMessage

/** Content of a message as fields of a bubble. */
export interface Described {
  mediaType: MediaType
  body: string
  /** Fields of MessageDetail (features/messages/model.ts). */
  detail: Record<string, unknown>
  media: InboundMedia | null
}

/** Returns the fields of a bubble; for a kind without a reader a placeholder with its name. */
export function describe({ message, kind }: Unwrapped): Described {
  const read = readers[kind] as ((part: unknown) => Described | null) | undefined
  return read?.(message[kind]) ?? placeholder(kind)
}

const placeholder = (kind: string, body: unknown = ''): Described => ({
  mediaType: 'unsupported',
  body: clean(body),
  detail: { kind },
  media: null,
})

/** Returns the fields of a text; null for an empty one, so that a placeholder appears instead of an empty bubble. */
const text = (body: unknown): Described | null =>
  clean(body) === '' ? null : { mediaType: 'chat', body: clean(body), detail: {}, media: null }

type MediaPart = proto.Message.IImageMessage &
  proto.Message.IVideoMessage &
  proto.Message.IAudioMessage &
  proto.Message.IDocumentMessage &
  proto.Message.IStickerMessage

const media =
  (kind: InboundMedia['kind'], mediaType: MediaType, usualMime: string) =>
  (given: object): Described => {
    const part = given as MediaPart
    const mime = clean(part.mimetype, 100) || usualMime
    const fileName = cleanName(part.fileName ?? part.title) || null
    const size = toNumber(part.fileLength) || null
    const detail = {
      mime,
      size: size ?? undefined,
      fileName: fileName ?? undefined,
      seconds: positive(part.seconds),
      pages: positive(part.pageCount),
      width: positive(part.width),
      height: positive(part.height),
      thumbnail: thumbnail(part.jpegThumbnail),
      ...(part.ptt ? { voice: true } : {}),
      ...(part.waveform?.length === 64 ? { waveform: [...part.waveform].map((v) => Math.min(v, 100)) } : {}),
    }
    return { mediaType, body: clean(part.caption), detail, media: { kind, mime, fileName, size } }
  }

const document = (part: object): Described => {
  const described = media('document', 'application', 'application/octet-stream')(part)
  return { ...described, body: described.body || (described.media?.fileName ?? '') }
}

/** The body is `link|lat, lng` (specification); the picture of the map is in `detail.thumbnail`. */
function location(part: proto.Message.ILocationMessage): Described | null {
  const [latitude, longitude] = [part.degreesLatitude ?? Number.NaN, part.degreesLongitude ?? Number.NaN]
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`
  const address = [part.name, part.address].map((line) => clean(line, 500)).filter(Boolean)
  return {
    mediaType: 'locationMessage',
    body: `${link}|${latitude}, ${longitude}`,
    detail: { latitude, longitude, address: address.join(', ') || undefined, thumbnail: thumbnail(part.jpegThumbnail) },
    media: null,
  }
}

function contacts(cards: proto.Message.IContactMessage[]): Described | null {
  const shown = cards.slice(0, maxCards)
  const share = Math.min(longest, Math.floor(maxCardText / shown.length))
  const parsed = shown.map((card) => parseVcard(clean(card.vcard, share), clean(card.displayName, 200)))
  if (parsed.length === 0) return null
  const body = parsed.map(({ name, numbers }) => name || numbers[0] || '').join('\n')
  return { mediaType: 'contactMessage', body, detail: { contacts: parsed }, media: null }
}

/** Maximum contacts of one message, and characters parsed of all their cards together. */
const maxCards = 100
const maxCardText = 262_144

const titled = (kind: keyof Message) => (part: { name?: string | null }) => placeholder(kind, part.name)

const template = (part: proto.Message.ITemplateMessage) =>
  text(part.hydratedTemplate?.hydratedContentText ?? part.hydratedFourRowTemplate?.hydratedContentText) ??
  text(part.interactiveMessageTemplate?.body?.text)

const readers: { [K in keyof Message]?: (part: NonNullable<Message[K]>) => Described | null } = {
  conversation: text,
  extendedTextMessage: (part) => text(part.text),
  imageMessage: media('image', 'image', 'image/jpeg'),
  videoMessage: media('video', 'video', 'video/mp4'),
  ptvMessage: media('video', 'video', 'video/mp4'),
  audioMessage: media('audio', 'audio', 'audio/ogg'),
  documentMessage: document,
  stickerMessage: (part) => ({ ...media('sticker', 'sticker', 'image/webp')(part), body: 'sticker' }),
  locationMessage: location,
  liveLocationMessage: (part) => location({ ...part, name: part.caption, address: null }),
  contactMessage: (part) => contacts([part]),
  contactsArrayMessage: (part) => contacts(part.contacts ?? []),
  buttonsResponseMessage: (part) => text(part.selectedDisplayText ?? part.selectedButtonId),
  templateButtonReplyMessage: (part) => text(part.selectedDisplayText ?? part.selectedId),
  listResponseMessage: (part) => text(part.title) ?? text(part.singleSelectReply?.selectedRowId),
  interactiveResponseMessage: (part) => text(part.body?.text),
  buttonsMessage: (part) => text(part.contentText),
  listMessage: (part) => text([part.title, part.description].filter(Boolean).join('\n')),
  templateMessage: template,
  highlyStructuredMessage: (part) => (part.hydratedHsm ? template(part.hydratedHsm) : null),
  interactiveMessage: (part) => text(part.body?.text),
  pollCreationMessage: titled('pollCreationMessage'),
  pollCreationMessageV2: titled('pollCreationMessage'),
  pollCreationMessageV3: titled('pollCreationMessage'),
  pollCreationMessageV5: titled('pollCreationMessage'),
  eventMessage: titled('eventMessage'),
  groupInviteMessage: (part) => placeholder('groupInviteMessage', part.caption || part.groupName),
  orderMessage: (part) => placeholder('orderMessage', part.message || part.orderTitle),
  productMessage: (part) => placeholder('productMessage', part.product?.title),
  commentMessage: (part) => text(unwrap(part.message)?.message.conversation),
}

const longest = 65_536

/** Returns text that may be stored and shown: well-formed, without NUL, of at most `max` characters. */
export function clean(value: unknown, max = longest): string {
  if (typeof value !== 'string') return ''
  return removeInvalidCharacters(value.slice(0, max))
}

/** File name without separators, control characters and leading dots. */
const cleanName = (value: unknown) =>
  clean(value, 200)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069/\\]/g, '_')
    .replace(/^\.+/, '')

/** A 64-bit protobuf number (plain, or low and high words) as a number; 0 when absent or not finite. */
export function toNumber(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'low' in value && 'high' in value)
    return Number(value.high) * 2 ** 32 + (Number(value.low) >>> 0)
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

const positive = (value: unknown) => (toNumber(value) > 0 ? toNumber(value) : undefined)

const thumbnail = (bytes: Uint8Array | null | undefined) =>
  bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= 65_536
    ? `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
    : undefined
