import { type Static, t } from 'elysia'
import { pageNumber } from '../../core/http/http'
import { mediaStatuses, mediaTypes, origins } from '../../shared/enums'
import { limits } from '../../shared/limits'
import { TicketNote } from '../notes/model'
import { paged } from '../openapi/model'
import { Ticket, TicketEventLine } from '../tickets/model'

/** What the page behind the first link says of itself; `thumbnail` is a data URL of a small JPEG. */
export const LinkPreview = t.Object({
  url: t.String(),
  title: t.String(),
  description: t.String(),
  site: t.String(),
  thumbnail: t.Optional(t.String()),
})
export type LinkPreview = Static<typeof LinkPreview>

/** What a special body or a file needs to be shown; every field optional, by media type. */
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
  /** Of a document. */
  pages: t.Optional(t.Number()),
  /** A data URL of a small JPEG. */
  thumbnail: t.Optional(t.String()),
  latitude: t.Optional(t.Number()),
  longitude: t.Optional(t.Number()),
  address: t.Optional(t.String()),
  contacts: t.Optional(t.Array(t.Object({ name: t.String(), numbers: t.Array(t.String()) }))),
  /** Baileys' name of a content we only show as a placeholder; of a call `voice` or `video`. */
  kind: t.Optional(t.String()),
  forwarded: t.Optional(t.Boolean()),
  link: t.Optional(LinkPreview),
  viewOnce: t.Optional(t.Boolean()),
  /** True for "waiting for this message": a later copy with content takes its place. */
  waiting: t.Optional(t.Boolean()),
  /** Of a call: it rang on the phone, and whether somebody took it there is not known here. */
  rang: t.Optional(t.Boolean()),
  /** Why a received file is not here, if that is known. One that is too large cannot be had. */
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

/** One bubble as it leaves the server. */
export const Message = t.Object({
  id: t.Number(),
  ticketId: t.Number(),
  contactId: t.Number(),
  waId: t.String(),
  body: t.String(),
  fromMe: t.Boolean(),
  origin: t.UnionEnum(origins),
  /** The agent's id and name, or the writer's name in a group. */
  userId: t.Nullable(t.Number()),
  senderName: t.String(),
  mediaType: t.UnionEnum(mediaTypes),
  mediaStatus: t.Nullable(t.UnionEnum(mediaStatuses)),
  /** A signed address, good for an hour; null until the file is here. */
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

/** DELETE /messages/:id: what stays, marked, with its words; a failed one that nobody got is no more. */
export const DiscardedMessage = t.Object({ id: t.Number(), discarded: t.Literal(true) })
export type DiscardedMessage = Static<typeof DiscardedMessage>
export const DeletedMessage = t.Union([Message, DiscardedMessage])
export type DeletedMessage = Static<typeof DeletedMessage>

/** POST /messages/:ticketId, as JSON or as multipart (`medias`; then `body` is the caption of the first file). */
export const NewMessage = t.Object({
  body: t.Optional(t.String({ maxLength: limits.messageBody.max })),
  quotedMsg: t.Optional(t.Nullable(t.ObjectString({ id: t.Numeric() }))),
  /** The client's own id of the pending bubble, echoed on the event so that one replaces the other. */
  clientId: t.Optional(t.String({ maxLength: 64 })),
  medias: t.Optional(t.Files({ maxItems: limits.filesPerMessage })),
  /** Files already here by PUT /messages/:ticketId/upload. */
  mediaIds: t.Optional(t.ArrayString(t.String({ maxLength: 64 }), { maxItems: limits.filesPerMessage })),
  /** The one file is a recording of the microphone. */
  voice: t.Optional(t.BooleanString()),
  seconds: t.Optional(t.Numeric({ minimum: 0, maximum: 86_400 })),
  /** 64 values of 0 to 100. */
  waveform: t.Optional(t.ArrayString(t.Numeric({ minimum: 0, maximum: 100 }), { maxItems: 64 })),
})
export type NewMessage = Static<typeof NewMessage>

export const MessageEdit = t.Object({ body: t.String({ minLength: 1, maxLength: limits.messageBody.max }) })
/** `cursor` is the `next` of the page before. */
export const MessageSearch = t.Object({
  q: t.Optional(t.String({ maxLength: limits.search.max })),
  cursor: t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' })),
})
export type MessageSearch = Static<typeof MessageSearch>

const targets = t.Optional(t.Array(t.Integer({ minimum: 1 }), { maxItems: limits.forwardTo.max }))
/** POST /messages/:id/forward: where to. */
export const Forward = t.Object({ ticketIds: targets, contactIds: targets })
export type Forward = Static<typeof Forward>

export const NewReaction = t.Object({ emoji: t.String({ maxLength: limits.emoji.max }) })

const messageId = t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' }))

/**
 * `cursor` is the `next` of the page before (older messages), `after` its `newer`, `around` a message to be read with
 * what surrounds it; `pageNumber` is accepted for scripts and stays within the ticket.
 */
export const MessageQuery = t.Object({ pageNumber, cursor: messageId, after: messageId, around: messageId })
export type MessageQuery = Static<typeof MessageQuery>

/** The idempotency key a message was sent under. */
export const SentKey = t.Object({ id: t.Number(), clientId: t.String() })
export type SentKey = Static<typeof SentKey>

/**
 * A stretch of a conversation, oldest message first; `next` leads to what was said before, `newer` to what after. Notes
 * and what happened come with the page that reaches their ticket.
 */
export const MessagePage = t.Object({
  messages: t.Array(Message),
  /** Of the reader's own: a bubble that waits in their browser is the message that its key made. */
  sent: t.Array(SentKey),
  ticket: Ticket,
  ...paged,
  hasNewer: t.Boolean(),
  newer: t.Nullable(t.String()),
  notes: t.Array(TicketNote),
  events: t.Array(t.Composite([TicketEventLine, t.Object({ ticketId: t.Number() })])),
})
export type MessagePage = Static<typeof MessagePage>

/** Where words were said, newest first; some 200 at a time. */
export const MessageHits = t.Object({
  hits: t.Array(t.Object({ id: t.Number(), ticketId: t.Number() })),
  ...paged,
})
export type MessageHits = Static<typeof MessageHits>

/** What a message said before it was edited, oldest first. */
export const MessageEdits = t.Object({ edits: t.Array(t.Object({ body: t.String(), at: t.String() })) })
export type MessageEdits = Static<typeof MessageEdits>

/** Those that were made, in the order of their files or targets. */
export const SentMessages = t.Object({ messages: t.Array(Message) })
export type SentMessages = Static<typeof SentMessages>

/** A file that can be sent by its id, for a day. */
export const UploadedFile = t.Object({
  mediaId: t.String(),
  mime: t.String(),
  size: t.Number(),
  fileName: t.String(),
})
export type UploadedFile = Static<typeof UploadedFile>

/** A page of a contact's messages that have a file. */
export const FilesOfContact = t.Object({ messages: t.Array(Message), ...paged })
export type FilesOfContact = Static<typeof FilesOfContact>
