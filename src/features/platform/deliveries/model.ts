import { type Static, t } from 'elysia'
import { pageFields } from '../../../core/http/documented-response'
import { deliveryErrors, deliveryStates } from '../../../shared/deliveries'

/** One request to a receiver, without its texts. */
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
