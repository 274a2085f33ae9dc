import { type Static, t } from 'elysia'
import { maxValue } from '../../../shared/flow/render'
import { limits } from '../../../shared/limits'

/** POST /messages/send, as JSON or as multipart (`medias`; then `body` is the caption of the first file). */
export const ApiMessage = t.Object({
  /** With country code; ten or eleven digits are Brazilian. Characters other than digits are ignored. */
  number: t.String({ minLength: limits.typedNumber.min, maxLength: limits.typedNumber.max }),
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
