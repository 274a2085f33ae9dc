import type { Scope } from '../../../core/scope'
import type { DeliverySource } from '../../../shared/deliveries'
import { listDeliveriesTo } from './log'
import type { DeliveryPage, DeliveryQuery } from './model'
import { sendAllAgain } from './send-again'

/** Receivers of one kind, as people see them. */
export interface ReceiverKind {
  source: DeliverySource
  /** @throws when the company has no such receiver */
  assertReceiver: (scope: Scope, id: number) => Promise<unknown>
}

/** A page of the requests to a receiver, newest first. @throws the error of `assertReceiver` */
export async function listDeliveries(
  scope: Scope,
  { source, assertReceiver }: ReceiverKind,
  id: number,
  query: DeliveryQuery,
): Promise<DeliveryPage> {
  await assertReceiver(scope, id)
  return listDeliveriesTo(scope, { source, sourceId: id }, query)
}

/** Sends all requests that were given up once more; returns how many. @throws the error of `assertReceiver` */
export async function sendFailedAgain(scope: Scope, { source, assertReceiver }: ReceiverKind, id: number) {
  await assertReceiver(scope, id)
  return sendAllAgain(scope, { source, sourceId: id })
}
