import { type Static, t } from 'elysia'
import { limits } from '../../../shared/limits'
import { LoginAnswer } from '../../accounts/auth/model'
import { AuditLine } from '../../platform/audit/model'

/** Permission of the provider to act in a company under `name`, for a reason, until `expiresAt`. */
export const SupportGrant = t.Object({
  id: t.Number(),
  /** The support user. */
  userId: t.Number(),
  name: t.String(),
  reason: t.String(),
  startedAt: t.String(),
  expiresAt: t.String(),
})
export type SupportGrant = Static<typeof SupportGrant>

export const SupportInput = t.Object({
  reason: t.String({ minLength: limits.supportReason.min, maxLength: limits.supportReason.max }),
  minutes: t.Optional(t.Integer({ minimum: limits.supportMinutes.min, maximum: limits.supportMinutes.max })),
})
export type SupportInput = Static<typeof SupportInput>

export const SupportAnswer = t.Composite([LoginAnswer, t.Object({ grant: SupportGrant })])
export type SupportAnswer = Static<typeof SupportAnswer>

/** A visit of the provider that is under way (`endedAt` null) or over. */
export const SupportVisit = t.Composite([SupportGrant, t.Object({ endedAt: t.Nullable(t.String()) })])
export type SupportVisit = Static<typeof SupportVisit>

/** Everything a visit made, as far as `hasMore` is false. */
export const VisitReport = t.Object({
  visit: SupportVisit,
  /** Lines of the audit log, oldest first. */
  changes: t.Array(AuditLine),
  /** Requests that may have changed something and have no line of their own, such as answers to customers. */
  requests: t.Array(t.Object({ method: t.String(), path: t.String(), count: t.Number() })),
  hasMore: t.Boolean(),
})
export type VisitReport = Static<typeof VisitReport>
