import { type Static, t } from 'elysia'
import { limits } from '../../../shared/limits'
import { type LicenceRow, lastDayOfWork } from '../../platform/company/licence'

/** Cancellation of a licence by the company: time of the request, last day of work, and reason. */
export const Cancellation = t.Object({ at: t.String(), on: t.String(), reason: t.String() })
export type Cancellation = Static<typeof Cancellation>

export const CancellationInput = t.Object({
  reason: t.String({ minLength: limits.cancelReason.min, maxLength: limits.cancelReason.max }),
})
export type CancellationInput = Static<typeof CancellationInput>

export const CancellationState = t.Object({ cancellation: t.Nullable(Cancellation) })
export type CancellationState = Static<typeof CancellationState>

/** The cancellation of a stored company, in force after `on`, its last day of work; null for none. */
export const toCancellation = (row: LicenceRow & { cancelReason: string }): Cancellation | null =>
  row.cancelledAt === null ? null : { at: row.cancelledAt, on: lastDayOfWork(row), reason: row.cancelReason }
