import type { Webhook, WebhookInput } from '../../../../src/features/api/webhooks/model'
import { limits } from '../../../../src/shared/limits'
import { createForm, length, type Rule, required, webAddress } from '../../../lib/form'

const hasChoice: Rule<string[]> = (names) => (names.length > 0 ? null : { code: 'choose' })

export const makeWebhookForm = (webhook: Webhook | null) =>
  createForm(
    {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook?.events ?? ['message.*', 'ticket.*'],
      active: webhook?.active ?? true,
    },
    {
      name: [required, length(limits.webhookName)],
      url: [required, webAddress, length(limits.url)],
      events: [hasChoice],
    },
  )
type WebhookForm = ReturnType<typeof makeWebhookForm>
export type WebhookValues = ReturnType<WebhookForm['values']>

/** Form values in the format of the API. */
export const webhookInput = ({ name, url, events, active }: WebhookValues): WebhookInput => ({
  ...{ name: name.trim(), url: url.trim(), events, active },
})
