import { type Static, t } from 'elysia'
import { limits } from '../../../shared/limits'

/** Cancellation of a licence by the company: time of the request, last day of the paid time, and reason. */
export const Cancellation = t.Object({ at: t.String(), on: t.String(), reason: t.String() })
export type Cancellation = Static<typeof Cancellation>

export const CancellationInput = t.Object({
  reason: t.String({ minLength: limits.cancelReason.min, maxLength: limits.cancelReason.max }),
})
export type CancellationInput = Static<typeof CancellationInput>

export const CancellationState = t.Object({ cancellation: t.Nullable(Cancellation) })
export type CancellationState = Static<typeof CancellationState>

/** The cancellation of a stored company; null for none. */
export const toCancellation = (row: {
  cancelledAt: string | null
  cancelReason: string
  dueDate: string
}): Cancellation | null =>
  row.cancelledAt === null ? null : { at: row.cancelledAt, on: row.dueDate.slice(0, 10), reason: row.cancelReason }
