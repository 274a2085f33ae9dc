import i18n from 'i18next'
import type { DeliveryPage, DeliveryTexts } from '../../src/features/platform/deliveries/model'
import type { DeliveryState } from '../../src/shared/deliveries'
import { api, unwrapResponse } from '../lib/api'
import { toastError, toastSuccess } from '../lib/toast'

/** A webhook, or an integration that is reached through the outbox. */
export interface DeliveryReceiver {
  kind: 'webhooks' | 'queueIntegration'
  id: number
}

const deliveriesOf = ({ kind, id }: DeliveryReceiver) => api[kind]({ id }).deliveries

/** Reads a page of the log. @throws AppError */
export const loadDeliveries = (receiver: DeliveryReceiver, state: DeliveryState | undefined, cursor?: string) =>
  unwrapResponse<DeliveryPage>(deliveriesOf(receiver).get({ query: { state, cursor } }))

/** Reads request and response of one delivery. @throws AppError */
export const loadDelivery = (id: number) => unwrapResponse<DeliveryTexts>(api.webhooks.deliveries({ id }).get())

/** Sends one request once more; true when it was enqueued. */
export const repeatDelivery = (id: number) =>
  reportSent(() => unwrapResponse<{ sent: number }>(api.webhooks.deliveries({ id }).send.post()))

/** Sends all requests that were given up once more; true when they were enqueued. */
export const repeatFailed = (receiver: DeliveryReceiver) =>
  reportSent(() => unwrapResponse<{ sent: number }>(deliveriesOf(receiver).send.post()))

/** Runs a request and reports its result or its error. */
async function reportSent(work: () => Promise<{ sent: number }>): Promise<boolean> {
  try {
    const { sent } = await work()
    toastSuccess(i18n.t(sent === 0 ? 'webhooks.noneFailed' : 'webhooks.queuedAgain', { count: sent }))
    return sent > 0
  } catch (thrown) {
    toastError(thrown)
    return false
  }
}
