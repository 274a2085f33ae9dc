import type { Scope } from '../../../core/scope'
import type { DeliveryError, DeliverySource } from '../../../shared/deliveries'

/** Address of a receiver and the key that signs requests to it. */
export interface Target {
  url: string
  /** Empty: requests are not signed. */
  secret: string
}

/** A delivery, as its source sees it. */
export interface SentDelivery {
  id: number
  sourceId: number
  event: string
  eventId: string
  ticketId: number | null
  contactId: number | null
  messageId: number | null
  body: string
}

/** A failed attempt. */
export interface DeliveryFailure {
  error: Exclude<DeliveryError, 'notUnderstood' | 'off' | 'overdue' | 'full' | 'internal'>
  /** HTTP status of the answer; null without one. */
  status: number | null
  /** Time since which the receiver fails. */
  failingSince: string
  /** True for the first failure after a success. */
  isFirst: boolean
}

/** Functions by which a kind of receiver takes part in deliveries. */
export interface Source {
  /** Returns null when the receiver was deleted or is switched off. Called outside of a transaction. */
  findTarget(scope: Scope, sourceId: number): Promise<Target | null>
  /**
   * Handles the answer of a successful request, in the transaction that stores the success: both or neither. It must not
   * use the network. When it throws, the delivery still counts as delivered. Returns a note for the log about an answer
   * that cannot be used, or null.
   */
  answered?(
    scope: Scope,
    delivery: SentDelivery,
    answer: { status: number; text: string },
  ): Promise<'notUnderstood' | null>
  /** Called in the transaction that gives a delivery up. */
  givenUp?(scope: Scope, delivery: SentDelivery): Promise<void>
  /** Called in the transaction that stores a failed attempt. */
  failed?(scope: Scope, delivery: SentDelivery, failure: DeliveryFailure): Promise<void>
  /** Called in the transaction that stores the first success after failures. */
  recovered?(scope: Scope, sourceId: number): Promise<void>
}
export type Sources = Record<DeliverySource, Source>
