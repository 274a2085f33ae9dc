import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { pageNumber } from '../../../core/http/schemas'
import { botVoices } from '../../../shared/bot/turn-model'
import { mediaStatuses, mediaTypes, origins } from '../../../shared/enums'
import { speakingKinds } from '../../../shared/flow/node'
import { limits } from '../../../shared/limits'
import { TicketNote } from '../notes/model'
import { Ad } from '../tickets/ad-model'
import { Ticket, TicketEventLine } from '../tickets/model'

/** Metadata of the page behind the first link; `thumbnail` is a data URL of a small JPEG. */
export const LinkPreview = t.Object({
  url: t.String(),
  title: t.String(),
  description: t.String(),
  site: t.String(),
  thumbnail: t.Optional(t.String()),
})
export type LinkPreview = Static<typeof LinkPreview>

/** A shared contact. `numbers` are as written in the card, after `+` and the digits of the WhatsApp account. */
const ContactCard = t.Object({
  name: t.String(),
  numbers: t.Array(t.String()),
  emails: t.Optional(t.Array(t.String())),
  organisation: t.Optional(t.String()),
  /** Job, address, links, notes. */
  lines: t.Optional(t.Array(t.String())),
})

/** A poll with its votes; the body has the question and the options, too. */
const Poll = t.Object({
  question: t.String(),
  options: t.Array(t.Object({ id: t.String(), name: t.String(), votes: t.Number() })),
  /** Number of people who voted. */
  voters: t.Number(),
})

/** Times and answers of an event or a planned call. */
const PlannedEvent = t.Object({
  startsAt: t.Optional(t.String()),
  endsAt: t.Optional(t.String()),
  canceled: t.Optional(t.Boolean()),
  going: t.Number(),
  maybe: t.Number(),
  notGoing: t.Number(),
})

/** Facts needed to show a special body or a file; every field is optional and depends on the media type. */
export const MessageDetail = t.Object({
  fileName: t.Optional(t.String()),
  mime: t.Optional(t.String()),
  size: t.Optional(t.Number()),
  seconds: t.Optional(t.Number()),
  /** 64 values of 0 to 100. */
  waveform: t.Optional(t.Array(t.Number())),
  voice: t.Optional(t.Boolean()),
  width: t.Optional(t.Number()),
  height: t.Optional(t.Number()),
  /** Number of pages of a document. */
  pages: t.Optional(t.Number()),
  /** Data URL of a small JPEG. */
  thumbnail: t.Optional(t.String()),
  latitude: t.Optional(t.Number()),
  longitude: t.Optional(t.Number()),
  address: t.Optional(t.String()),
  contacts: t.Optional(t.Array(ContactCard)),
  /** Texts shown under the body, one per line: description of a pressed button or row, comment of a location. */
  lines: t.Optional(t.String()),
  poll: t.Optional(Poll),
  event: t.Optional(PlannedEvent),
  /** Part that only the phone shows: an edit of this message, or answers and votes. */
  onPhone: t.Optional(t.UnionEnum(['edit', 'answer'], { default: undefined })),
  /** Baileys' name of a content with parts, or shown only as a placeholder; for a call, `voice` or `video`. */
  kind: t.Optional(t.String()),
  forwarded: t.Optional(t.Boolean()),
  /** Part of the robot that wrote the text; `senderName` is the queue or connection that spoke. */
  bot: t.Optional(t.UnionEnum(botVoices, { default: undefined })),
  /** Node of the flow that wrote the message; `senderName` is the flow's name. */
  flowNode: t.Optional(t.Object({ id: t.String(), kind: t.UnionEnum(speakingKinds, { default: undefined }) })),
  link: t.Optional(LinkPreview),
  /** People mentioned in the body by the text given; `me` is the connection's own number. */
  mentions: t.Optional(
    t.Array(t.Object({ text: t.String(), number: t.Nullable(t.String()), me: t.Optional(t.Boolean()) })),
  ),
  /** The ad or post through which the customer came; `thumbnail` is a data URL of a small JPEG. */
  ad: t.Optional(t.Composite([Ad, t.Object({ thumbnail: t.Optional(t.String()) })])),
  viewOnce: t.Optional(t.Boolean()),
  /** True for "waiting for this message": a later copy with content replaces it. */
  waiting: t.Optional(t.Boolean()),
  /** For a call: the phone rang. The server does not know whether it was answered there. */
  rang: t.Optional(t.Boolean()),
  /** Reason why a received file is missing, if known. A file that is too large is never fetched. */
  missing: t.Optional(t.UnionEnum(['tooLarge', 'noRoom'], { default: undefined })),
})
export type MessageDetail = Static<typeof MessageDetail>

export const QuotedMessage = t.Object({
  id: t.Nullable(t.Number()),
  waId: t.String(),
  body: t.String(),
  fromMe: t.Boolean(),
  mediaType: t.UnionEnum(mediaTypes),
  senderName: t.String(),
})
export type QuotedMessage = Static<typeof QuotedMessage>

export const Reaction = t.Object({ sender: t.String(), emoji: t.String() })
export type Reaction = Static<typeof Reaction>

/** A message in responses and events. */
export const Message = t.Object({
  id: t.Number(),
  ticketId: t.Number(),
  contactId: t.Number(),
  waId: t.String(),
  body: t.String(),
  fromMe: t.Boolean(),
  origin: t.UnionEnum(origins),
  /** The agent's id and name; in a group, the sender's name. */
  userId: t.Nullable(t.Number()),
  senderName: t.String(),
  mediaType: t.UnionEnum(mediaTypes),
  mediaStatus: t.Nullable(t.UnionEnum(mediaStatuses)),
  /** Signed URL, valid for one hour; null until the file is stored. */
  mediaUrl: t.Nullable(t.String()),
  detail: t.Nullable(MessageDetail),
  /** -1 error, 0 pending, 1 sent, 2 delivered, 3 read, 4 and 5 played. */
  ack: t.Number(),
  error: t.Nullable(t.String()),
  isDeleted: t.Boolean(),
  isEdited: t.Boolean(),
  read: t.Boolean(),
  quotedMsg: t.Nullable(QuotedMessage),
  reactions: t.Array(Reaction),
  createdAt: t.String(),
})
export type Message = Static<typeof Message>

/**
 * DELETE /messages/:id returns the message marked as deleted, with its body. A failed message that was never received
 * is removed and returns this.
 */
export const DiscardedMessage = t.Object({ id: t.Number(), discarded: t.Literal(true) })
export type DiscardedMessage = Static<typeof DiscardedMessage>
export const DeletedMessage = t.Union([Message, DiscardedMessage])
export type DeletedMessage = Static<typeof DeletedMessage>

/** POST /messages/:ticketId, as JSON or as multipart (`medias`; then `body` is the caption of the first file). */
export const NewMessage = t.Object({
  body: t.Optional(t.String({ maxLength: limits.messageBody.max })),
  quotedMsg: t.Optional(t.Nullable(t.ObjectString({ id: t.Numeric() }))),
  /** The client's id of the pending bubble; the event repeats it, so that the browser replaces that bubble. */
  clientId: t.Optional(t.String({ maxLength: 64 })),
  medias: t.Optional(t.Files({ maxItems: limits.filesPerMessage })),
  /** Files uploaded before by PUT /messages/:ticketId/upload. */
  mediaIds: t.Optional(t.ArrayString(t.String({ maxLength: 64 }), { maxItems: limits.filesPerMessage })),
  /** True when the one file is a microphone recording. */
  voice: t.Optional(t.BooleanString()),
  seconds: t.Optional(t.Numeric({ minimum: 0, maximum: 86_400 })),
  /** True when the one file, a WebP picture, is a sticker. */
  sticker: t.Optional(t.BooleanString()),
  /** A location in place of text and files. */
  location: t.Optional(
    t.ObjectString({
      latitude: t.Number({ minimum: -90, maximum: 90 }),
      longitude: t.Number({ minimum: -180, maximum: 180 }),
      address: t.Optional(t.String({ maxLength: limits.locationName.max })),
    }),
  ),
  /** A contact of the company, sent as a card in place of text and files. */
  contactId: t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 })),
  /** 64 values of 0 to 100. */
  waveform: t.Optional(t.ArrayString(t.Numeric({ minimum: 0, maximum: 100 }), { maxItems: 64 })),
})
export type NewMessage = Static<typeof NewMessage>

export const MessageEdit = t.Object({ body: t.String({ minLength: 1, maxLength: limits.messageBody.max }) })
/** `cursor` is `next` of the previous page. */
export const MessageSearch = t.Object({
  q: t.Optional(t.String({ maxLength: limits.search.max })),
  cursor: t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' })),
})
export type MessageSearch = Static<typeof MessageSearch>

const targets = t.Optional(t.Array(t.Integer({ minimum: 1 }), { maxItems: limits.forwardTo.max }))
/** POST /messages/:id/forward: the targets. */
export const Forward = t.Object({ ticketIds: targets, contactIds: targets })
export type Forward = Static<typeof Forward>

export const NewReaction = t.Object({ emoji: t.String({ maxLength: limits.emoji.max }) })

const messageId = t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' }))

/**
 * `cursor` is `next` of the previous page (older messages), `after` its `newer`, `around` a message in the middle of
 * the page. `pageNumber` is for scripts and stays within the ticket.
 */
export const MessageQuery = t.Object({ pageNumber, cursor: messageId, after: messageId, around: messageId })
export type MessageQuery = Static<typeof MessageQuery>

/** The idempotency key under which a message was sent. */
export const SentKey = t.Object({ id: t.Number(), clientId: t.String() })
export type SentKey = Static<typeof SentKey>

/**
 * A page of a conversation, oldest message first. `next` leads to older messages, `newer` to newer ones. Notes and
 * events of a ticket come with the first page that reaches the ticket.
 */
export const MessagePage = t.Object({
  messages: t.Array(Message),
  /** Keys of the reader's own messages: the browser replaces the pending bubble of that key. */
  sent: t.Array(SentKey),
  /** Ids of the messages that the reader has starred. */
  starred: t.Array(t.Number()),
  ticket: Ticket,
  ...pageFields,
  hasNewer: t.Boolean(),
  newer: t.Nullable(t.String()),
  notes: t.Array(TicketNote),
  events: t.Array(t.Composite([TicketEventLine, t.Object({ ticketId: t.Number() })])),
})
export type MessagePage = Static<typeof MessagePage>

/** Messages that contain the words, newest first; about 200 per page. */
export const MessageHits = t.Object({
  hits: t.Array(t.Object({ id: t.Number(), ticketId: t.Number() })),
  ...pageFields,
})
export type MessageHits = Static<typeof MessageHits>

/** Earlier bodies of an edited message, oldest first. */
export const MessageEdits = t.Object({ edits: t.Array(t.Object({ body: t.String(), at: t.String() })) })
export type MessageEdits = Static<typeof MessageEdits>

/** Times of a message's states; null for a receipt that has not come or was not seen. */
export const MessageTimes = t.Object({
  createdAt: t.String(),
  sentAt: t.Nullable(t.String()),
  deliveredAt: t.Nullable(t.String()),
  readAt: t.Nullable(t.String()),
})
export type MessageTimes = Static<typeof MessageTimes>

/** The created messages, in the order of their files or targets. */
export const SentMessages = t.Object({ messages: t.Array(Message) })
export type SentMessages = Static<typeof SentMessages>

/** A file that can be sent by its id for one day. */
export const UploadedFile = t.Object({
  mediaId: t.String(),
  mime: t.String(),
  size: t.Number(),
  fileName: t.String(),
})
export type UploadedFile = Static<typeof UploadedFile>

/** A page of a contact's messages that have a file. */
export const FilesOfContact = t.Object({ messages: t.Array(Message), ...pageFields })
export type FilesOfContact = Static<typeof FilesOfContact>
