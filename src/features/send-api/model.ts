import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'

/** POST /messages/send, as JSON or as multipart (`medias`; then `body` is the caption of the first file). */
export const ApiMessage = t.Object({
  /** With country code; ten and eleven digits are Brazilian. Signs between the digits are ignored. */
  number: t.String({ minLength: 8, maxLength: 40 }),
  body: t.Optional(t.String({ maxLength: limits.apiBody.max })),
  medias: t.Optional(t.Files({ maxItems: limits.apiFiles })),
  /** Where a conversation begins to wait if the contact has none; without it nobody is made to wait. */
  queueId: t.Optional(t.Numeric({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 })),
  /** Closes the contact's conversation afterwards. */
  closeTicket: t.Optional(t.BooleanString()),
})
export type ApiMessage = Static<typeof ApiMessage>

export const ApiHeaders = t.Object({
  'idempotency-key': t.Optional(t.String({ maxLength: limits.idempotencyKey.max })),
})

/** Accepted and stored: it is sent as soon as WhatsApp takes it. `messageId` is the first one's, of several files. */
export const ApiAnswer = t.Object({
  mensagem: t.Literal('Mensagem enviada'),
  messageId: t.Number(),
  ticketId: t.Number(),
})
export type ApiAnswer = Static<typeof ApiAnswer>
