import type { Scope } from '../../core/scope'
import { listDeliveriesTo } from '../deliveries/log'
import type { DeliveryPage, DeliveryQuery } from '../deliveries/model'
import { sendAllAgain } from '../deliveries/send-again'
import { getIntegrationRow } from './read'

const receiver = (sourceId: number) => ({ source: 'integration', sourceId }) as const

/** A page of the requests to n8n or a webhook, newest first. @throws ERR_NO_INTEGRATION_FOUND */
export async function listDeliveries(scope: Scope, id: number, query: DeliveryQuery): Promise<DeliveryPage> {
  await getIntegrationRow(scope, id)
  return listDeliveriesTo(scope, receiver(id), query)
}

/** Sends all requests that were given up once more; returns how many. @throws ERR_NO_INTEGRATION_FOUND */
export async function sendFailedAgain(scope: Scope, id: number) {
  await getIntegrationRow(scope, id)
  return sendAllAgain(scope, receiver(id))
}
