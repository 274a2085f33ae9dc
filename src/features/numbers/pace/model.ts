import { type Static, t } from 'elysia'
import { day } from '../../../core/http/schemas'

const nullableText = t.Nullable(t.String())

/** Pace of one number, over all of its campaigns. */
export const ColdLane = t.Object({
  whatsappId: t.Number(),
  name: t.String(),
  /** Why no campaign message leaves now (shared/campaign/waits.ts) and until when; null when one may leave. */
  wait: t.Nullable(t.Object({ reason: t.String(), until: nullableText })),
  sentLastHour: t.Number(),
  sentLastDay: t.Number(),
  hourlyCap: t.Number(),
  /** The company's cap, or the lower one of the warm-up; 0 for none. */
  dailyCap: t.Number(),
  /** True while the warm-up lowers the cap. */
  warmingUp: t.Boolean(),
  /**
   * Day since which the number is in use, as declared by a person: `YYYY-MM-DD`. Null: since it was linked here; cleared
   * when another number is linked to the connection.
   */
  numberSince: nullableText,
  /** End of a pause by a person. */
  pausedUntil: nullableText,
  /** Campaigns of the number that run. */
  campaigns: t.Array(t.Object({ id: t.Number(), name: t.String() })),
})
export type ColdLane = Static<typeof ColdLane>

/** PUT /campaign-lanes/{whatsappId}. `pausedUntil` null ends a pause. */
export const ColdLaneInput = t.Object(
  {
    numberSince: t.Optional(t.Nullable(day)),
    pausedUntil: t.Optional(t.Nullable(t.String({ maxLength: 40, pattern: '^\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d' }))),
  },
  { minProperties: 1 },
)
export type ColdLaneInput = Static<typeof ColdLaneInput>
