import type { Visibility } from '../../core/events'
import { can } from '../../shared/permissions'
import type { Connection, Session } from './connections/model'
import type { ColdLane } from './pace/model'

/** Events of numbers: entity → payload. */
declare module '../../core/events' {
  interface Events {
    whatsapp: { action: 'update'; whatsapp: Connection } | { action: 'delete'; whatsappId: number }
    /** To those who may edit connections: a number has been down for two minutes, is back, or is limited by WhatsApp. */
    connectionHealth:
      | { action: 'down' | 'up'; whatsappId: number; name: string; since: string }
      | { action: 'limits'; whatsappId: number }
      | { action: 'timeLock' | 'quota' | 'refused'; whatsappId: number; name: string; until: string | null }
    /** `isChanged`: the status is another one than before. */
    whatsappSession: { action: 'update'; session: Session; isChanged?: true }
    /** To those who may edit campaigns: pause or declared age of a number changed. */
    coldLane: { action: 'update'; coldLane: ColdLane }
  }
}

/** Payload of each event for one viewer. */
export const numbersEvents = {
  coldLane: (viewer, payload) => (can(viewer, 'campaign:view') ? payload : null),
  whatsapp: (viewer, payload) =>
    payload.action === 'delete' || can(viewer, 'connection:edit')
      ? payload
      : { ...payload, whatsapp: { ...payload.whatsapp, qrcode: '', pairingCode: '' } },
  connectionHealth: (viewer, payload) => (can(viewer, 'connection:edit') ? payload : null),
  whatsappSession: (viewer, payload) =>
    can(viewer, 'connection:edit')
      ? payload
      : { ...payload, session: { ...payload.session, qrcode: '', pairingCode: '' } },
} satisfies Partial<Visibility>
