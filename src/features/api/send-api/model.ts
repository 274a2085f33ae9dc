import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { mediaTypes } from '../../../shared/enums'
import { maxValue } from '../../../shared/flow/render'
import { limits } from '../../../shared/limits'

/** Connection that sends; a key without it uses the default connection, a connection's token only its own. */
const whatsappId = t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 }))

/** POST /messages/send, as JSON or as multipart (`medias`; then `body` is the caption of the first file). */
export const ApiMessage = t.Object({
  /** With country code; ten or eleven digits are Brazilian. Characters other than digits are ignored. */
  number: t.String({ minLength: limits.typedNumber.min, maxLength: limits.typedNumber.max }),
  whatsappId,
  body: t.Optional(t.String({ maxLength: limits.apiBody.max })),
  medias: t.Optional(t.Files({ maxItems: limits.apiFiles })),
  /** Queue of a new ticket if the contact has none; without it the new ticket is closed. */
  queueId: t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 })),
  /** Closes the contact's ticket afterwards. */
  closeTicket: t.Optional(t.BooleanString()),
})
export type ApiMessage = Static<typeof ApiMessage>

/** POST /messages/flow: starts a flow with the customer of a number. */
export const ApiFlow = t.Object({
  number: t.String({ minLength: limits.typedNumber.min, maxLength: limits.typedNumber.max }),
  whatsappId,
  flowId: t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /** Values by name, which the flow's texts use as `{{name}}`. */
  variables: t.Optional(
    t.Record(t.String({ maxLength: 50 }), t.String({ maxLength: maxValue }), {
      maxProperties: 50,
    }),
  ),
})
export type ApiFlow = Static<typeof ApiFlow>

export const ApiFlowAnswer = t.Object({ ticketId: t.Number(), runId: t.Number() })
export type ApiFlowAnswer = Static<typeof ApiFlowAnswer>

/** POST /messages/opt-out: enters a number into the register of people who want no campaigns. */
export const ApiOptOut = t.Object({
  number: t.String({ minLength: limits.typedNumber.min, maxLength: limits.typedNumber.max }),
  reason: t.Optional(t.String({ maxLength: limits.optOutReason.max })),
})
export type ApiOptOut = Static<typeof ApiOptOut>

/** `number` in the form in which it is stored, and the time of its entry. */
export const ApiOptOutAnswer = t.Object({ number: t.String(), at: t.String() })
export type ApiOptOutAnswer = Static<typeof ApiOptOutAnswer>

export const ApiHeaders = t.Object({
  'idempotency-key': t.Optional(t.String({ maxLength: limits.idempotencyKey.max })),
})

/** The message is stored and will be sent. Of several files, `messageId` is the first one's. */
export const ApiAnswer = t.Object({
  mensagem: t.Literal('Mensagem enviada'),
  messageId: t.Number(),
  ticketId: t.Number(),
})
export type ApiAnswer = Static<typeof ApiAnswer>

/** States of a sent message, in the order in which they come; `failed` and `deleted` are final. */
const sentStates = ['waiting', 'sent', 'delivered', 'read', 'played', 'failed', 'deleted'] as const

/** GET /messages/sent/:id: what became of a message of the company. */
export const SentMessage = t.Object({
  id: t.Number(),
  ticketId: t.Number(),
  whatsappId: t.Nullable(t.Number()),
  /** Number of the customer, in the form in which it is stored; null for a person without one. */
  number: t.Nullable(t.String()),
  body: t.String(),
  mediaType: t.UnionEnum(mediaTypes, { default: undefined }),
  state: t.UnionEnum(sentStates, { default: undefined }),
  /** Code of the failure; null without one. */
  error: t.Nullable(t.String()),
  createdAt: t.String(),
  /** Times of the receipts; null for one that has not come. */
  sentAt: t.Nullable(t.String()),
  deliveredAt: t.Nullable(t.String()),
  readAt: t.Nullable(t.String()),
})
export type SentMessage = Static<typeof SentMessage>

/** A message that the customer wrote after a sent one, in the same conversation. */
const Reply = t.Object({
  id: t.Number(),
  body: t.String(),
  mediaType: t.UnionEnum(mediaTypes, { default: undefined }),
  /** Signed address of the file, valid for a day; null without a file. */
  mediaUrl: t.Nullable(t.String()),
  /** True when it quotes the sent message. */
  quotes: t.Boolean(),
  createdAt: t.String(),
})

/** GET /messages/sent/:id/replies: oldest first. */
export const Replies = t.Object({ replies: t.Array(Reply), ...pageFields })
export type Replies = Static<typeof Replies>

/** `cursor` is `next` of the page before. */
export const RepliesQuery = t.Object({ cursor: t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' })) })
export type RepliesQuery = Static<typeof RepliesQuery>
