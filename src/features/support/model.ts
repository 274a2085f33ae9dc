import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'
import { LoginAnswer } from '../auth/model'

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
