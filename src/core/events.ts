import type { TicketEvent } from '../shared/enums'
import type { Viewer } from './scope'

/**
 * CONTRACT 2, websocket: entity → payload of its events. Each domain declares its own in `features/<domain>/events.ts`,
 * and TypeScript merges the declarations, so that core needs none of their types (ADR 0099). On the wire the entity is
 * `company-{id}-{entity}`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the domains declare its members
export interface Events {}
export type Entity = keyof Events

/** Payload of an event for one viewer: whole, reduced, or null for none. */
export type Visibility = { [E in Entity]: (viewer: Viewer, payload: Events[E]) => Events[E] | null }

/** An event that a transaction publishes; `read` returns its payload at the end of the transaction. */
export type Published = { [E in Entity]: { entity: E; read: () => Events[E] } }[Entity]

/** Events of one transaction, and the names of its events of tickets. */
export interface TransactionEvents {
  published: readonly Published[]
  ticketEvents: readonly { ticketId: number; kind: TicketEvent }[]
}
