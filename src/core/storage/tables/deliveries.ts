import type { Generated } from 'kysely'
import type { DeliveryError, DeliverySource, DeliveryState } from '../../../shared/deliveries'
import type { Flag, Owned, Owner } from '../schema'

/** Subscriptions to events, and requests that tell programs outside of events. */
export interface DeliveryTables {
  webhooks: Owned & {
    name: string
    url: string
    /** JSON array of event names or groups such as `ticket.*`. */
    events: string
    active: Generated<Flag>
    /** Key of the signatures, encrypted. */
    secretSealed: Uint8Array | null
    /** Reason why the server set `active` to 0; null when a person did. */
    disabledReason: string | null
  }
  /** One request to one receiver; repeated until it succeeds or is given up. */
  deliveries: {
    id: Generated<number>
    companyId: Owner
    /** Kind of the receiver; `sourceId` is its row. */
    source: DeliverySource
    sourceId: number
    event: string
    /** Id of the event in the body; the same in every attempt. */
    eventId: string
    /** Requests of one receiver and lane leave in order. */
    lane: string
    ticketId: number | null
    contactId: number | null
    messageId: number | null
    /** JSON text as it is sent. */
    body: string
    state: Generated<DeliveryState>
    attempts: Generated<number>
    createdAt: string
    /** Time of the event or of the last "send again"; it is given up a day later. */
    queuedAt: string
    /** Time of the last attempt. */
    triedAt: string | null
    nextAt: string | null
    /** HTTP status of the last answer, or null without one. */
    status: number | null
    /** Code of shared/deliveries.ts when the last attempt failed. */
    error: DeliveryError | null
    /** Beginning of the last answer. */
    response: string | null
    /** Duration of the last attempt in ms. */
    duration: number | null
  }
  /** Number of a receiver's deliveries that wait, updated by triggers; no row before its first one. */
  deliveries_waiting: { companyId: Owner; source: DeliverySource; sourceId: number; waiting: number }
  /** Receivers that failed; without a row there was no failure. */
  delivery_receivers: {
    id: Generated<number>
    companyId: Owner
    source: DeliverySource
    sourceId: number
    /** Failed attempts since the last success. */
    failures: Generated<number>
    failingSince: string | null
    /** With several failures: time of the next attempt of any delivery. */
    pausedUntil: string | null
  }
}
