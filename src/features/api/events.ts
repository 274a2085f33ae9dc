import type { Visibility } from '../../core/events'
import { can } from '../../shared/permissions'
import type { Webhook } from './webhooks/model'

/** Events of api: entity → payload. */
declare module '../../core/events' {
  interface Events {
    /** To those who may edit integrations; the key is masked. */
    webhook: { action: 'create' | 'update'; webhook: Webhook } | { action: 'delete'; webhookId: number }
  }
}

/** Payload of each event for one viewer. */
export const apiEvents = {
  webhook: (viewer, payload) => (can(viewer, 'integration:edit') ? payload : null),
} satisfies Partial<Visibility>
