import { type Static, t } from 'elysia'
import { oneLineOfText } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'
import { subscriptionNames } from '../../../shared/webhook-events'

/** A subscription of a program outside to events, as returned by the API. */
export const Webhook = t.Object({
  id: t.Number(),
  name: t.String(),
  url: t.String(),
  /** Names such as `message.created`; `ticket.*` for all events of tickets. */
  events: t.Array(t.String()),
  active: t.Boolean(),
  /** Masked key of the signatures. */
  secret: t.String(),
  /** `failing`: switched off by the server after days without a success. */
  disabledReason: t.Nullable(t.String()),
  /** Time since which every request fails; null while the last one succeeded. */
  failingSince: t.Nullable(t.String()),
  /** Requests given up, at most 1000. */
  failed: t.Number(),
  createdAt: t.String(),
  updatedAt: t.String(),
})
export type Webhook = Static<typeof Webhook>

/** `newSecret`: the key of the signatures, in the one response that follows its creation. */
export const SavedWebhook = t.Composite([Webhook, t.Object({ newSecret: t.Optional(t.String()) })])
export type SavedWebhook = Static<typeof SavedWebhook>

export const WebhookInput = t.Object({
  name: t.String({ minLength: limits.webhookName.min, maxLength: limits.webhookName.max, pattern: oneLineOfText }),
  url: t.String({ maxLength: limits.url.max }),
  events: t.Array(t.UnionEnum(subscriptionNames as [string, ...string[]], { default: undefined }), {
    minItems: 1,
    maxItems: subscriptionNames.length,
  }),
  active: t.Optional(t.Boolean()),
})
export type WebhookInput = Static<typeof WebhookInput>
