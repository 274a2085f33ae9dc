import { useState } from 'react'
import type { QueueIntegration } from '../../../../src/features/automation/integrations/model'
import { type IntegrationType, integrationTypes, isSigned } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FlowSelect } from '../../../components/flow-select'
import { FormDialog } from '../../../components/form-dialog'
import { SecretDialog } from '../../../components/secret-dialog'
import { SecretField } from '../../../components/secret-field'
import { Select } from '../../../components/select'
import { TypebotFields } from '../../../components/typebot-fields'
import { useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { DialogflowFields } from './dialogflow-fields'
import { type IntegrationForm, type IntegrationValues, integrationInput, makeIntegrationForm } from './integration-form'
import { rotateIntegrationSecret, saveIntegration } from './store'

interface IntegrationDialogProps {
  /** Null to create an integration. */
  integration: QueueIntegration | null
  onClose: () => void
}

/**
 * Form of an integration with the fields of its type; shows a new signing key once, and a rotated one above the form,
 * whose words stay.
 */
export function IntegrationDialog({ integration, onClose }: IntegrationDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeIntegrationForm(integration))
  const [firstSecret, setFirstSecret] = useState('')
  const [newSecret, setNewSecret] = useState('')
  const send = async (values: IntegrationValues) => {
    const secret = await saveIntegration(integration, integrationInput(values))
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
      title={t(integration ? 'integrations.editTitle' : 'integrations.add')}
      onClose={onClose}
    >
      <Select
        field={form.field('type')}
        label={t('integrations.type')}
        choices={integrationTypes.map((type) => ({ value: type, label: t(`integrations.types.${type}`) }))}
      />
      <TextField
        field={form.field('name')}
        label={t('integrations.name')}
        maxLength={limits.integrationName.max}
        autoComplete="off"
        autoFocus
      />
      <TypeFields form={form} integration={integration} onSecret={setNewSecret} />
      {newSecret && <SecretDialog secret={newSecret} onClose={() => setNewSecret('')} />}
    </FormDialog>
  )
}

interface TypeFieldsProps {
  form: IntegrationForm
  integration: QueueIntegration | null
  onSecret: (secret: string) => void
}

function TypeFields({ form, integration, onSecret }: TypeFieldsProps) {
  const { t } = useTranslation()
  const type = useValue(form.field('type').value) as IntegrationType
  if (type === 'dialogflow') return <DialogflowFields form={form} integration={integration} />
  if (type === 'typebot') return <TypebotFields form={form} />
  if (!isSigned(type))
    return (
      <FlowSelect field={form.field('flowId')} label={t('startFlow.flow')} hint={t('integrations.flowbuilderLead')} />
    )
  return (
    <>
      <TextField
        field={form.field('urlN8N')}
        label={t('integrations.url')}
        hint={t('integrations.urlHint')}
        placeholder="https://"
        maxLength={limits.url.max}
        autoComplete="off"
        inputMode="text"
      />
      <SecretField
        secret={integration?.secret}
        onRotate={async () => (integration ? rotateIntegrationSecret(integration.id) : undefined)}
        onSecret={onSecret}
      />
    </>
  )
}
