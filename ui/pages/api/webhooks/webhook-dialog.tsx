import { useState } from 'react'
import type { Webhook } from '../../../../src/features/api/webhooks/model'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { SecretDialog } from '../../../components/secret-dialog'
import { SecretField } from '../../../components/secret-field'
import { SwitchField } from '../../../components/switch-field'
import { useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { EventsField } from './events-field'
import { rotateWebhookSecret, saveWebhook } from './store'
import { makeWebhookForm, type WebhookValues, webhookInput } from './webhook-form'

interface WebhookDialogProps {
  /** Null to create a webhook. */
  webhook: Webhook | null
  onClose: () => void
}

/** Form of a webhook; shows a new signing key once, and a rotated one above the form, whose words stay. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeWebhookForm(webhook))
  const [firstSecret, setFirstSecret] = useState('')
  const [newSecret, setNewSecret] = useState('')
  const send = async (values: WebhookValues) => {
    const secret = await saveWebhook(webhook, webhookInput(values))
    if (secret) setFirstSecret(secret)
    else onClose()
  }
  if (firstSecret) return <SecretDialog secret={firstSecret} onClose={onClose} />
  return (
    <FormDialog
      isPanel
      isHeld={newSecret !== ''}
      form={form}
      send={send}
      title={t(webhook ? 'webhooks.editTitle' : 'webhooks.add')}
      onClose={onClose}
    >
      <TextField
        field={form.field('name')}
        label={t('webhooks.name')}
        maxLength={limits.webhookName.max}
        autoComplete="off"
        autoFocus
      />
      <TextField
        field={form.field('url')}
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        placeholder="https://"
        maxLength={limits.url.max}
        autoComplete="off"
        inputMode="text"
      />
      <EventsField field={form.field('events')} />
      <SwitchField field={form.field('active')} label={t('webhooks.active')} hint={t('webhooks.activeHint')} />
      <SecretField
        secret={webhook?.secret}
        onRotate={async () => (webhook ? rotateWebhookSecret(webhook.id) : undefined)}
        onSecret={setNewSecret}
      />
      {newSecret && <SecretDialog secret={newSecret} onClose={() => setNewSecret('')} />}
    </FormDialog>
  )
}
