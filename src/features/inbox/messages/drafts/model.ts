import { type Static, t } from 'elysia'
import { limits } from '../../../../shared/limits'

/** Text a person typed in a ticket and did not send; `at` is the time of the last change. */
export const Draft = t.Object({ ticketId: t.Number(), body: t.String(), at: t.String() })
export type Draft = Static<typeof Draft>

/** `at` is the browser's time of typing: of two devices, the later text wins. */
export const DraftInput = t.Object({
  body: t.String({ maxLength: limits.messageBody.max }),
  at: t.Optional(t.String({ format: 'date-time', maxLength: 40 })),
})
export type DraftInput = Static<typeof DraftInput>
