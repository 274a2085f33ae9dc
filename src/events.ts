import type { CompanyId } from './core/schema'
import type { Viewer } from './core/scope'
import type { Connection, Session } from './features/connections/model'
import type { Contact } from './features/contacts/model'
import type { Message } from './features/messages/model'
import type { Queue } from './features/queues/model'
import type { Setting } from './features/settings/model'
import type { Ticket } from './features/tickets/model'
import type { User } from './features/users/model'
import { can, seesTicket } from './shared/permissions'
import { hasRole, isSettingKey, settingRules } from './shared/settings'

/**
 * CONTRACT 2, websocket. Entity → what is told about it; on the wire the entity is `company-{id}-{entity}`
 * (decisions.md, Wire). The interface imports this type.
 */
export interface Events {
  ticket:
    | { action: 'update'; ticket: Ticket; was?: Ticket }
    | { action: 'delete'; ticketId: number; was: Ticket }
    | { action: 'updateUnread'; ticketId: number; ticket: Ticket }
  appMessage:
    | { action: 'create'; message: Message; ticket: Ticket; clientId?: string }
    | { action: 'update'; message: Message; ticket: Ticket }
  contact: { action: 'create' | 'update'; contact: Contact } | { action: 'delete'; contactId: number }
  whatsapp: { action: 'update'; whatsapp: Connection } | { action: 'delete'; whatsappId: number }
  whatsappSession: { action: 'update'; session: Session }
  user: { action: 'create' | 'update'; user: User } | { action: 'delete'; userId: number }
  /** Accessed on another computer: to the person's other sockets only. */
  auth: { action: 'update'; user: { id: number }; tokenId: number }
  /** Typing, from the customer or from a colleague. */
  presence: { action: 'update'; ticket: Ticket; presence: 'composing' | 'recording' | 'paused'; userId: number | null }
  setting: { action: 'update'; setting: Setting }
  queue: { action: 'create' | 'update'; queue: Queue } | { action: 'delete'; queueId: number }
}
export type Entity = keyof Events

/** What one viewer hears of an event: the payload, a lesser one, or nothing. Decided here and nowhere else. */
export type Hearing = { [E in Entity]: (viewer: Viewer, payload: Events[E]) => Events[E] | null }

export const hearing: Hearing = {
  ticket(viewer, payload) {
    if (payload.action === 'delete') return seesTicket(viewer, payload.was) ? payload : null
    if (seesTicket(viewer, payload.ticket)) return payload
    // Those who lose sight of it are told to drop it, and not what became of it.
    if (payload.action === 'update' && payload.was && seesTicket(viewer, payload.was))
      return { action: 'delete', ticketId: payload.ticket.id, was: payload.was }
    return null
  },
  appMessage: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  presence: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  contact: (_, payload) => payload,
  queue: (_, payload) => payload,
  whatsapp: (viewer, payload) =>
    payload.action === 'delete' || can(viewer.profile, 'connection:edit')
      ? payload
      : { ...payload, whatsapp: { ...payload.whatsapp, qrcode: '', pairingCode: '' } },
  whatsappSession: (viewer, payload) =>
    can(viewer.profile, 'connection:edit')
      ? payload
      : { ...payload, session: { ...payload.session, qrcode: '', pairingCode: '' } },
  user: (viewer, payload) =>
    viewer.profile === 'admin' || (payload.action !== 'delete' && payload.user.id === viewer.userId) ? payload : null,
  auth: (viewer, payload) => (payload.user.id === viewer.userId ? payload : null),
  setting: (viewer, payload) => {
    const { key } = payload.setting
    return isSettingKey(key) && hasRole(viewer, settingRules[key].read) ? payload : null
  },
}

/** The name an entity has on the wire. */
export const wireName = (companyId: CompanyId, entity: Entity) => `company-${companyId}-${entity}`
