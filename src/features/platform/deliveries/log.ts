import type { Scope } from '../../../core/scope'
import type { DeliverySource } from '../../../shared/deliveries'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import type { DeliveryPage, DeliveryQuery, DeliveryTexts } from './model'

interface ReceiverRef {
  source: DeliverySource
  sourceId: number
}

const columns = [
  ...(['id', 'event', 'eventId', 'ticketId', 'state', 'attempts', 'createdAt', 'triedAt'] as const),
  ...(['nextAt', 'status', 'error', 'duration'] as const),
] as const
const size = pageSizes.other

/** A page of the requests to a receiver, newest first. */
export async function listDeliveriesTo(
  scope: Scope,
  { source, sourceId }: ReceiverRef,
  { state, cursor }: DeliveryQuery,
): Promise<DeliveryPage> {
  let rows = scope.db.select('deliveries').select(columns)
  rows = rows.where('source', '=', source).where('sourceId', '=', sourceId)
  if (state) rows = rows.where('state', '=', state)
  if (cursor) rows = rows.where('id', '<', Number(cursor))
  const page = await rows
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute()
  const deliveries = page.slice(0, size)
  const hasMore = page.length > size
  return { deliveries, hasMore, next: hasMore ? String(deliveries.at(-1)?.id) : null }
}

/** One request of the company with its texts. @throws ERR_NO_DELIVERY_FOUND */
export async function getDelivery(scope: Scope, id: number): Promise<DeliveryTexts> {
  const row = await scope.db
    .select('deliveries')
    .select([...columns, 'body', 'response'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_DELIVERY_FOUND')
  return row
}
