import type { Scope } from '../../../core/scope'
import type { Flag } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { testEvent } from '../../../shared/webhook-events'
import { recordAuditEntry } from '../../platform/audit/record'
import { enqueueDelivery } from '../../platform/deliveries/enqueue'
import { deleteDeliveriesTo } from '../../platform/deliveries/erase'
import { endPause } from '../../platform/deliveries/receiver'
import type { DeliveryFailure } from '../../platform/deliveries/source'
import type { SavedWebhook, Webhook, WebhookInput } from './model'
import { getWebhook } from './read'
import { createSecret, sealSecret } from './secret'

/**
 * Creates a webhook; the response has the key of its signatures. @throws ERR_VALIDATION for an address that is not http
 * or https, ERR_TOO_MANY_WEBHOOKS
 */
export function createWebhook(outer: Scope, input: WebhookInput): Promise<SavedWebhook> {
  return outer.transaction(async (scope) => {
    const existing = await scope.db.select('webhooks').select('id').limit(limits.webhooks).execute()
    if (existing.length === limits.webhooks) throw new AppError('ERR_TOO_MANY_WEBHOOKS')
    const { active = true, ...values } = checkedValues(input)
    const row = { ...values, active: flagOf(active), secretSealed: null, disabledReason: null }
    const { id } = await scope.db.insert('webhooks', row).returning('id').executeTakeFirstOrThrow()
    const newSecret = await storeSecret(scope, id)
    return { ...(await auditAndPublish(scope, 'create', null, id)), newSecret }
  })
}

/** Changes a webhook. @throws ERR_NO_WEBHOOK_FOUND, ERR_VALIDATION */
export function updateWebhook(outer: Scope, id: number, input: Partial<WebhookInput>): Promise<Webhook> {
  return outer.transaction(async (scope) => {
    const before = await getWebhook(scope, id)
    const { active, ...values } = checkedValues(input)
    const change = { ...values, ...(active !== undefined && { active: flagOf(active), disabledReason: null }) }
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('webhooks')
      .set({ ...change, updatedAt })
      .where('id', '=', id)
      .execute()
    return auditAndPublish(scope, 'update', before, id)
  })
}

/** Replaces the key of the signatures; the old one is used no more. @throws ERR_NO_WEBHOOK_FOUND */
export function rotateSecret(outer: Scope, id: number): Promise<SavedWebhook> {
  return outer.transaction(async (scope) => {
    const before = await getWebhook(scope, id)
    const newSecret = await storeSecret(scope, id)
    return { ...(await auditAndPublish(scope, 'update', before, id)), newSecret }
  })
}

/** Deletes a webhook with its log; waiting requests are not sent. @throws ERR_NO_WEBHOOK_FOUND */
export function deleteWebhook(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const before = await getWebhook(scope, id)
    await scope.db.delete('webhooks').where('id', '=', id).execute()
    await deleteDeliveriesTo(scope, 'webhook', id)
    const entry = { entity: 'webhook', entityId: id, name: before.name } as const
    await recordAuditEntry(scope, { ...entry, action: 'delete', before: auditFields(before) })
    scope.publish('webhook', { action: 'delete', webhookId: id })
    return { id }
  })
}

/** Sends a test event, not behind other events. @throws ERR_NO_WEBHOOK_FOUND, ERR_WEBHOOK_INACTIVE */
export function sendTest(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const { active } = await getWebhook(scope, id)
    if (!active) throw new AppError('ERR_WEBHOOK_INACTIVE')
    const order = `test:${crypto.randomUUID()}`
    await endPause(scope, { source: 'webhook', sourceId: id })
    const { name } = scope.viewer
    const about = { source: 'webhook', sourceId: id, event: testEvent, order } as const
    return { id: (await enqueueDelivery(scope, { ...about, payload: { test: true, sentBy: name } })).id }
  })
}

/** Time of failures in ms after which a webhook is switched off. */
const failingLimit = 5 * 24 * 3_600_000

/**
 * Handles a failed request: a webhook that has failed for `failingLimit` is switched off, and admins are alerted. Call in
 * a transaction.
 */
export async function receiveFailure(scope: Scope, id: number, { failingSince, isFirst }: DeliveryFailure) {
  if (isFirst) await publishState(scope, id)
  if (Date.now() - Date.parse(failingSince) < failingLimit) return
  const before = await getWebhook(scope, id)
  const change = { active: 0, disabledReason: 'failing', updatedAt: new Date().toISOString() } as const
  await scope.db.update('webhooks').set(change).where('id', '=', id).execute()
  await auditAndPublish(scope, 'update', before, id)
  scope.publish('integrationAlert', { action: 'webhookDisabled', webhookId: id, name: before.name })
}

/** Publishes that a webhook fails or is reached again. */
export async function publishState(scope: Scope, id: number) {
  scope.publish('webhook', { action: 'update', webhook: await getWebhook(scope, id) })
}

const flagOf = (value: boolean): Flag => (value ? 1 : 0)

/** Columns to store. @throws ERR_VALIDATION with the fields at fault */
function checkedValues({ name, url, events, active }: Partial<WebhookInput>) {
  const fields = [
    ...(name !== undefined && name.trim().length < limits.webhookName.min ? ['name'] : []),
    ...(url !== undefined && !isAddress(url) ? ['url'] : []),
  ]
  if (fields.length > 0) throw new AppError('ERR_VALIDATION', { fields })
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(url !== undefined && { url: url.trim() }),
    ...(events !== undefined && { events: JSON.stringify([...new Set(events)]) }),
    ...(active !== undefined && { active }),
  } as { name: string; url: string; events: string; active?: boolean }
}

/** True for an http or https address without user and password. */
function isAddress(text: string): boolean {
  const url = URL.parse(text.trim())
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

async function storeSecret(scope: Scope, id: number): Promise<string> {
  const secret = createSecret()
  await scope.db
    .update('webhooks')
    .set({ secretSealed: await sealSecret(scope, id, secret) })
    .where('id', '=', id)
    .execute()
  return secret
}

/** Logs and publishes the current state of a webhook; returns it. */
async function auditAndPublish(scope: Scope, action: 'create' | 'update', before: Webhook | null, id: number) {
  const webhook = await getWebhook(scope, id)
  await recordAuditEntry(scope, {
    ...{ action, entity: 'webhook', entityId: id, name: webhook.name },
    before: before && auditFields(before),
    after: auditFields(webhook),
  })
  scope.publish('webhook', { action, webhook })
  return webhook
}

const auditFields = ({ name, url, events, active, secret, disabledReason }: Webhook) => ({
  ...{ name, url, events, active, secret, disabledReason },
})
