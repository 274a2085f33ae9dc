import { type Static, t } from 'elysia'
import { limits } from '../../shared/limits'

/** What a browser's `PushSubscription.toJSON()` gives, and whether its person wants to be left alone. */
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

/** Where and how a browser is reached; kept sealed. */
export type PushAddress = Pick<SubscriptionInput, 'endpoint' | 'keys'>

/** What the service worker (ui/service-worker) is told. */
export interface Pushed {
  kind: 'ticket' | 'chat' | 'mention' | 'test'
  title: string
  body: string
  /** What a click opens. */
  to: string
  /** One notification per conversation: a newer one takes the place of the one before. */
  tag: string
}
