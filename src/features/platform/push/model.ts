import { type Static, t } from 'elysia'
import { limits } from '../../../shared/limits'

/** Result of a browser's `PushSubscription.toJSON()`, and whether the user has muted notifications. */
export const SubscriptionInput = t.Object({
  endpoint: t.String({ minLength: 12, maxLength: limits.pushEndpoint.max, pattern: '^https://' }),
  keys: t.Object({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: t.String({ pattern: '^[A-Za-z0-9_-]{87}=?$' }),
    /** 16 bytes. */
    auth: t.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
  }),
  muted: t.Optional(t.Boolean()),
})
export type SubscriptionInput = Static<typeof SubscriptionInput>

/** Endpoint and keys of a browser; stored encrypted. */
export type PushAddress = Pick<SubscriptionInput, 'endpoint' | 'keys'>

/** Payload for the service worker (ui/service-worker). */
export interface PushPayload {
  kind: 'ticket' | 'chat' | 'mention' | 'connection' | 'late' | 'test'
  title: string
  body: string
  /** Path opened by a click. */
  to: string
  /** One notification per conversation: a newer one replaces the earlier one. */
  tag: string
}
