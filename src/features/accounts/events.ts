import type { Visibility } from '../../core/events'
import { can } from '../../shared/permissions'
import type { ApiKey } from './api-keys/model'
import type { User } from './users/model'

/** Events of accounts: entity → payload. */
declare module '../../core/events' {
  interface Events {
    user: { action: 'create' | 'update'; user: User } | { action: 'delete'; userId: number }
    /** To those who may edit API keys. */
    apiKey: { action: 'create' | 'update'; apiKey: ApiKey } | { action: 'delete'; apiKeyId: number }
    /** Signed in on another computer: to the person's other sockets only. */
    auth: { action: 'update'; user: { id: number }; tokenId: number }
  }
}

/** Payload of each event for one viewer. */
export const accountsEvents = {
  user: (viewer, payload) =>
    viewer.profile === 'admin' || (payload.action !== 'delete' && payload.user.id === viewer.userId) ? payload : null,
  apiKey: (viewer, payload) => (can(viewer, 'apiKey:edit') ? payload : null),
  auth: (viewer, payload) => (payload.user.id === viewer.userId ? payload : null),
} satisfies Partial<Visibility>
