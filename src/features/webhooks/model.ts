import { type Static, t } from 'elysia'
import { deliveryErrors, deliveryStates } from '../../shared/deliveries'
import { limits } from '../../shared/limits'
import { subscriptionNames } from '../../shared/webhook-events'
import { pageFields } from '../openapi/model'

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
  name: t.String({ minLength: limits.webhookName.min, maxLength: limits.webhookName.max, pattern: '\\S' }),
  url: t.String({ maxLength: limits.url.max }),
  events: t.Array(t.UnionEnum(subscriptionNames as [string, ...string[]], { default: undefined }), {
    minItems: 1,
    maxItems: subscriptionNames.length,
  }),
  active: t.Optional(t.Boolean()),
})
export type WebhookInput = Static<typeof WebhookInput>

/** One request to a webhook, without its texts. */
export const Delivery = t.Object({
  id: t.Number(),
  event: t.String(),
  eventId: t.String(),
  ticketId: t.Nullable(t.Number()),
  state: t.UnionEnum(deliveryStates),
  attempts: t.Number(),
  createdAt: t.String(),
  /** Time of the last attempt. */
  triedAt: t.Nullable(t.String()),
  /** Time of the next attempt while it waits, unless an earlier request or the receiver's recovery comes first. */
  nextAt: t.Nullable(t.String()),
  /** HTTP status of the last answer. */
  status: t.Nullable(t.Number()),
  error: t.Nullable(t.UnionEnum(deliveryErrors)),
  /** Duration of the last attempt in ms. */
  duration: t.Nullable(t.Number()),
})
export type Delivery = Static<typeof Delivery>

/** `body`: the request as sent; `response`: the beginning of the last answer. */
export const DeliveryTexts = t.Composite([Delivery, t.Object({ body: t.String(), response: t.Nullable(t.String()) })])
export type DeliveryTexts = Static<typeof DeliveryTexts>

export const DeliveryQuery = t.Object({
  state: t.Optional(t.UnionEnum(deliveryStates, { default: undefined })),
  /** `next` of the previous page. */
  cursor: t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$' })),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>
export const DeliveryPage = t.Object({ deliveries: t.Array(Delivery), ...pageFields })
export type DeliveryPage = Static<typeof DeliveryPage>

/** Number of requests enqueued again. */
export const SentAgain = t.Object({ sent: t.Number() })
