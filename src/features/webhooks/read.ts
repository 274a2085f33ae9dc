import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { pageSizes } from '../../shared/limits'
import type { DeliveryPage, DeliveryQuery, DeliveryTexts, Webhook } from './model'
import { maskSecret, openSecret } from './secret'

const columns = [
  'id',
  'name',
  'url',
  'events',
  'active',
  'secretSealed',
  'disabledReason',
  'createdAt',
  'updatedAt',
] as const
const webhookRows = ({ db }: Scope) => db.select('webhooks').select(columns)
type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhookRows>['executeTakeFirstOrThrow']>>

/** All webhooks of the company by name; `limits.webhooks` bounds their number. */
export async function listWebhooks(scope: Scope): Promise<Webhook[]> {
  const rows = await webhookRows(scope).orderBy('name').orderBy('id').execute()
  return Array.fromAsync(rows, (row) => toWebhook(scope, row))
}

/** @throws ERR_NO_WEBHOOK_FOUND also for a webhook of another company */
export async function getWebhook(scope: Scope, id: number): Promise<Webhook> {
  const row = await webhookRows(scope).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_WEBHOOK_FOUND')
  return toWebhook(scope, row)
}

const maxCounted = 1000

async function toWebhook(scope: Scope, { secretSealed, events, active, ...row }: WebhookRow): Promise<Webhook> {
  const { id } = row
  const failing = await scope.db
    .select('delivery_receivers')
    .select('failingSince')
    .where('source', '=', 'webhook')
    .where('sourceId', '=', id)
    .executeTakeFirst()
  const failed = await deliveriesOf(scope, id).where('state', '=', 'failed').select('id').limit(maxCounted).execute()
  return {
    ...row,
    events: JSON.parse(events),
    active: active === 1,
    secret: maskSecret(openSecret(scope, id, secretSealed)),
    failingSince: failing?.failingSince ?? null,
    failed: failed.length,
  }
}

const deliveriesOf = ({ db }: Scope, webhookId: number) =>
  db.select('deliveries').where('source', '=', 'webhook').where('sourceId', '=', webhookId)

const deliveryColumns = [
  ...(['id', 'event', 'eventId', 'ticketId', 'state', 'attempts', 'createdAt', 'triedAt'] as const),
  ...(['nextAt', 'status', 'error', 'duration'] as const),
] as const
const size = pageSizes.other

/** A page of the requests to a webhook, newest first. @throws ERR_NO_WEBHOOK_FOUND */
export async function listDeliveries(scope: Scope, id: number, query: DeliveryQuery): Promise<DeliveryPage> {
  await getWebhook(scope, id)
  let rows = deliveriesOf(scope, id).select(deliveryColumns)
  if (query.state) rows = rows.where('state', '=', query.state)
  if (query.cursor) rows = rows.where('id', '<', Number(query.cursor))
  const found = await rows
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute()
  const deliveries = found.slice(0, size)
  const hasMore = found.length > size
  return { deliveries, hasMore, next: hasMore ? String(deliveries.at(-1)?.id) : null }
}

/** One request with its texts. @throws ERR_NO_DELIVERY_FOUND */
export async function getDelivery(scope: Scope, id: number): Promise<DeliveryTexts> {
  const row = await scope.db
    .select('deliveries')
    .select([...deliveryColumns, 'body', 'response'])
    .where('source', '=', 'webhook')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_DELIVERY_FOUND')
  return row
}
