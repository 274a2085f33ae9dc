import i18n from 'i18next'
import type { SavedWebhook, Webhook, WebhookInput } from '../../../../src/features/api/webhooks/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { toastError, toastSuccess } from '../../../lib/toast'
import { webhooks } from '../../../lib/webhooks'

const unescaped = { interpolation: { escapeValue: false } }

/** Creates or updates a webhook. Returns the key of a new one. @throws AppError */
export async function saveWebhook(webhook: Webhook | null, input: WebhookInput): Promise<string | undefined> {
  const { newSecret, ...saved } = await unwrapResponse<SavedWebhook>(
    webhook ? api.webhooks({ id: webhook.id }).put(input) : api.webhooks.post(input),
  )
  webhooks.put(saved)
  toastSuccess(i18n.t(webhook ? 'webhooks.saved' : 'webhooks.created'))
  return newSecret
}

/** Runs a request and reports its error; returns undefined after one. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (thrown) {
    toastError(thrown)
    return undefined
  }
}

/** Replaces the signing key. Returns the new key, or undefined after showing the error. */
export const rotateWebhookSecret = async (id: number): Promise<string | undefined> =>
  (await attempt(() => unwrapResponse<SavedWebhook>(api.webhooks({ id }).secret.post())))?.newSecret

/** Deletes a webhook with its log after confirmation. */
export async function removeWebhook({ id, name }: Webhook) {
  const isConfirmed = await confirm({
    title: i18n.t('webhooks.deleteTitle', { name, ...unescaped }),
    text: i18n.t('webhooks.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed || !(await attempt(() => unwrapResponse(api.webhooks({ id }).delete())))) return
  webhooks.drop(id)
  toastSuccess(i18n.t('webhooks.deleted'))
}

/** Sends the test event; true when it was enqueued. */
export async function sendTestEvent({ id }: Webhook): Promise<boolean> {
  const sent = await attempt(() => unwrapResponse(api.webhooks({ id }).test.post()))
  if (sent) toastSuccess(i18n.t('webhooks.testSent'))
  return sent !== undefined
}
