import { useState } from 'react'
import type { ApiKey } from '../../../../src/features/accounts/api-keys/model'
import { limits } from '../../../../src/shared/limits'
import { DateField } from '../../../components/date-field'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { SwitchField } from '../../../components/switch-field'
import { useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { type ApiKeyValues, apiKeyInput, makeApiKeyForm } from './api-key-form'
import { NewKeyDialog } from './new-key-dialog'
import { ScopesField } from './scopes-field'
import { saveApiKey } from './store'

interface ApiKeyDialogProps {
  /** Null to create a key. */
  apiKey: ApiKey | null
  onClose: () => void
}

/** Form of an API key; shows a new key once, after it was made. */
export function ApiKeyDialog({ apiKey, onClose }: ApiKeyDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeApiKeyForm(apiKey))
  const [newKey, setNewKey] = useState('')
  const send = async (values: ApiKeyValues) => {
    const key = await saveApiKey(apiKey, apiKeyInput(values))
    if (key) setNewKey(key)
    else onClose()
  }
  if (newKey) return <NewKeyDialog apiKey={newKey} onClose={onClose} />
  return (
    <FormDialog
      isPanel
      form={form}
      send={send}
      title={t(apiKey ? 'apiKeys.editTitle' : 'apiKeys.add')}
      onClose={onClose}
    >
      <TextField
        field={form.field('name')}
        label={t('apiKeys.name')}
        hint={t('apiKeys.nameHint')}
        maxLength={limits.apiKeyName.max}
        autoComplete="off"
        autoFocus
      />
      <ScopesField field={form.field('scopes')} />
      <SwitchField field={form.field('confirms')} label={t('apiKeys.confirms')} hint={t('apiKeys.confirmsHint')} />
      <DateField field={form.field('expires')} label={t('apiKeys.expires')} hint={t('apiKeys.expiresHint')} optional />
      <TextField
        field={form.field('addresses')}
        label={t('apiKeys.addresses')}
        hint={t('apiKeys.addressesHint')}
        problemTexts={{ refused: t('apiKeys.addressesRefused') }}
        placeholder="203.0.113.0/24"
        rows={3}
        optional
      />
    </FormDialog>
  )
}
