import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import type { ReceiverKind } from '../../platform/deliveries/receiver-log'
import type { Webhook } from './model'
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
    events: parseJson(events),
    active: active === 1,
    secret: maskSecret(await openSecret(scope, id, secretSealed)),
    failingSince: failing?.failingSince ?? null,
    failed: failed.length,
  }
}

const deliveriesOf = ({ db }: Scope, webhookId: number) =>
  db.select('deliveries').where('source', '=', 'webhook').where('sourceId', '=', webhookId)

/** Webhooks as receivers of deliveries. */
export const webhookReceivers: ReceiverKind = { source: 'webhook', assertReceiver: getWebhook }
