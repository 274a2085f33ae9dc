import type { proto } from '@whiskeysockets/baileys'
import type { MediaType } from '../shared/enums'
import { cutText } from '../shared/text'
import { type AttachedFile, attachedFile, type FileKind, fileKinds } from './attached-file'
import {
  addPlace,
  buttonsText,
  interactiveText,
  listText,
  money,
  orderText,
  productText,
  structuredText,
  templateText,
} from './business-content'
import { clean, cleanName, positive, thumbnail, toNumber } from './field-values'
import { addParameters, amount } from './flow-parameters'
import { Nesting } from './nesting'
import { allText, channelText, inviteText, plannedCall, stickerPackText } from './other-content'
import { eventContent, pollContent, resultText } from './polls'
import type { InboundMedia } from './received'
import { TextLines } from './text-lines'
import { type Unwrapped, unwrap } from './unwrap'
import { parseVcard } from './vcard'

type Message = proto.IMessage

/** Content of a message as fields of a bubble. */
export interface Described {
  mediaType: MediaType
  body: string
  /** Fields of MessageDetail (features/inbox/messages/model.ts). */
  detail: Record<string, unknown>
  media: InboundMedia | null
}

/** Depth of the message that is read: a payment contains its note, a comment its content. */
const nesting = new Nesting()

/** Returns the fields of a bubble; for a kind without a reader a placeholder with its name. */
export const describe = (content: Unwrapped): Described =>
  nesting.within(() => read(content), placeholder(content.kind))

function read(content: Unwrapped): Described {
  const { message, kind } = content
  const reader = readers[kind] as ((part: unknown) => Described | null) | undefined
  const described = reader?.(message[kind])
  if (!described) return placeholder(kind)
  const file = fileKinds.includes(kind as FileKind) ? null : attachedFile(content)
  return file ? withFile(described, file) : described
}

const placeholder = (kind: string, body: unknown = ''): Described => ({
  mediaType: 'unsupported',
  body: clean(body),
  detail: { kind },
  media: null,
})

/** Returns the fields of a text; null for an empty one, so that a placeholder appears instead of an empty bubble. */
const text = (body: unknown, detail: Described['detail'] = {}): Described | null =>
  clean(body).trim() === '' ? null : { mediaType: 'chat', body: clean(body), detail, media: null }

/** A reader whose text has more parts than what was typed; `detail.kind` names the content. */
const structured =
  <K extends keyof Message>(kind: K, read: (part: NonNullable<Message[K]>) => string) =>
  (part: NonNullable<Message[K]>) =>
    text(read(part), { kind })

/**
 * Reply to a button or list: the body is the pressed label alone, because robots compare it with their options. Other
 * texts are in `detail.lines`.
 */
function reply(label: unknown, ...others: unknown[]): Described | null {
  const lines = new TextLines()
  for (const other of others) lines.add(other)
  return text(label, { lines: cutText(lines.toString(), maxReplyLines) || undefined })
}
const maxReplyLines = 4096

/** The picture, video or document above the text of a message with buttons; the text is its caption. */
function withFile(described: Described, { kind, part }: AttachedFile): Described {
  const file = (readers[kind] as (part: unknown) => Described)(part)
  return { ...file, body: described.body, detail: { ...file.detail, ...described.detail } }
}

type MediaPart = proto.Message.IImageMessage &
  proto.Message.IVideoMessage &
  proto.Message.IAudioMessage &
  proto.Message.IDocumentMessage &
  proto.Message.IStickerMessage

const media =
  (kind: InboundMedia['kind'], mediaType: MediaType, usualMime: string) =>
  (content: object): Described => {
    const part = content as MediaPart
    const mime = clean(part.mimetype, 100) || usualMime
    const fileName = cleanName(part.fileName || part.title) || null
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

/** The body is `link|lat, lng`, which clients split at `|`; the picture of the map is in `detail.thumbnail`. */
function location(part: proto.Message.ILocationMessage): Described | null {
  const [latitude, longitude] = [part.degreesLatitude ?? Number.NaN, part.degreesLongitude ?? Number.NaN]
  const lines = new TextLines().add(part.comment).add(part.url)
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
    return text(addPlace(new TextLines(), part).toString(), { kind: 'locationMessage' })
  const link = `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`
  const address = [part.name, part.address].map((line) => clean(line, 500)).filter(Boolean)
  return {
    mediaType: 'locationMessage',
    body: `${link}|${latitude}, ${longitude}`,
    detail: {
      ...{ latitude, longitude, address: address.join(', ') || undefined },
      lines: cutText(lines.toString(), maxReplyLines) || undefined,
      thumbnail: thumbnail(part.jpegThumbnail),
    },
    media: null,
  }
}

function contacts(cards: proto.Message.IContactMessage[]): Described | null {
  const shown = cards.slice(0, maxCards)
  const share = Math.floor(maxCardText / shown.length)
  const parsed = shown.map((card) => parseVcard(clean(card.vcard, share), clean(card.displayName, 200)))
  if (parsed.length === 0) return null
  const lines = new TextLines()
  lines.each(parsed, ({ name, numbers, emails = [], organisation, lines: others = [] }) => {
    for (const line of [name, ...numbers, ...emails, organisation, ...others]) lines.add(line)
  })
  return { mediaType: 'contactMessage', body: lines.toString(), detail: { contacts: parsed }, media: null }
}

/** Maximum contacts of one message, and characters parsed of all their cards together. */
const maxCards = 100
const maxCardText = 262_144

/** A poll or an event: its text, and the facts that later votes change. */
const counted =
  <K extends keyof Message>(
    kind: K,
    read: (part: NonNullable<Message[K]>) => { body: string; detail: Record<string, unknown> },
  ) =>
  (part: NonNullable<Message[K]>) => {
    const { body, detail } = read(part)
    return text(body, { kind, ...detail })
  }

const poll = (part: proto.Message.IPollCreationMessage) => counted('pollCreationMessage', pollContent)(part)
const pollResult = (part: proto.Message.IPollResultSnapshotMessage) =>
  structured('pollResultSnapshotMessage', resultText)(part)

/** A request or transfer of money: the sum, and the message written beside it. */
function payment(kind: keyof Message, sum: string, note: Message | null | undefined): Described | null {
  const content = unwrap(note)
  const lines = new TextLines().add(sum, '💰 ').add(content ? describe(content).body : '')
  return text(lines.toString(), { kind })
}

function requestedSum({ amount: sum, currencyCodeIso4217, amount1000 }: proto.Message.IRequestPaymentMessage): string {
  if (!toNumber(sum?.value)) return money(currencyCodeIso4217 ?? sum?.currencyCode, amount1000)
  const value = amount(toNumber(sum?.value), toNumber(sum?.offset) || 1)
  return [sum?.currencyCode ?? currencyCodeIso4217, value].filter(Boolean).join(' ')
}

function comment(part: proto.Message.ICommentMessage): Described | null {
  const content = unwrap(part.message)
  return content && content.kind !== 'commentMessage' ? describe(content) : null
}

/** Replies whose values a person typed or chose; those of buttons are ids of programs. */
const forms = new Set(['flow', 'galaxy_message', 'address_message'])

function formReply(part: proto.Message.IInteractiveResponseMessage): Described | null {
  const lines = new TextLines()
  const { name, paramsJson } = part.nativeFlowResponseMessage ?? {}
  const isForm = forms.has(name ?? '') || /"flow_token"/.test(paramsJson ?? '')
  addParameters(lines, paramsJson, isForm ? 'form' : 'button')
  return reply(part.body?.text, lines.toString()) ?? text(lines.toString())
}

/** A preview without a text, as it is shown: the link under its title and description. */
const linkAlone = ({ title, description, matchedText }: proto.Message.IExtendedTextMessage): Described | null =>
  clean(matchedText).trim() === ''
    ? null
    : text(new TextLines().add(title).add(description).add(matchedText).toString())

const readers: { [K in keyof Message]?: (part: NonNullable<Message[K]>) => Described | null } = {
  conversation: (part) => text(part),
  extendedTextMessage: (part) => text(part.text) ?? linkAlone(part),
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
  buttonsResponseMessage: (part) => reply(part.selectedDisplayText || part.selectedButtonId),
  templateButtonReplyMessage: (part) => reply(part.selectedDisplayText || part.selectedId),
  listResponseMessage: (part) => reply(part.title || part.singleSelectReply?.selectedRowId, part.description),
  interactiveResponseMessage: formReply,
  buttonsMessage: structured('buttonsMessage', buttonsText),
  listMessage: structured('listMessage', listText),
  templateMessage: structured('templateMessage', templateText),
  highlyStructuredMessage: structured('highlyStructuredMessage', structuredText),
  interactiveMessage: structured('interactiveMessage', interactiveText),
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  pollResultSnapshotMessage: pollResult,
  pollResultSnapshotMessageV3: pollResult,
  eventMessage: counted('eventMessage', eventContent),
  scheduledCallCreationMessage: counted('scheduledCallCreationMessage', plannedCall),
  groupInviteMessage: structured('groupInviteMessage', inviteText),
  newsletterAdminInviteMessage: structured('newsletterAdminInviteMessage', channelText),
  newsletterFollowerInviteMessageV2: structured('newsletterFollowerInviteMessageV2', channelText),
  orderMessage: structured('orderMessage', orderText),
  productMessage: structured('productMessage', productText),
  requestPaymentMessage: (part) => payment('requestPaymentMessage', requestedSum(part), part.noteMessage),
  sendPaymentMessage: (part) => payment('sendPaymentMessage', '', part.noteMessage),
  invoiceMessage: (part) => text(part.note, { kind: 'invoiceMessage' }),
  bcallMessage: (part) => text(part.caption, { kind: 'bcallMessage' }),
  stickerPackMessage: structured('stickerPackMessage', stickerPackText),
  richResponseMessage: structured('richResponseMessage', allText),
  statusQuotedMessage: (part) => text(part.text),
  statusQuestionAnswerMessage: (part) => text(part.text),
  questionResponseMessage: (part) => text(part.text),
  commentMessage: comment,
}
