import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'

/** What one person typed in one ticket and did not send; `at` is when they typed it last. */
export const Draft = t.Object({ ticketId: t.Number(), body: t.String(), at: t.String() })
export type Draft = Static<typeof Draft>

/** `at` is the writer's clock: of two devices the newer one wins. */
export const DraftInput = t.Object({
  body: t.String({ maxLength: limits.messageBody.max }),
  at: t.Optional(t.String({ format: 'date-time', maxLength: 40 })),
})
export type DraftInput = Static<typeof DraftInput>
