import type { QueueIntegration } from '../../../../src/features/automation/integrations/model'
import { integrationLanguages } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { Select } from '../../../components/select'
import { useTranslation } from '../../../lib/use-translation'
import type { IntegrationForm } from './integration-form'
import { TestSession } from './test-session'

interface DialogflowFieldsProps {
  form: IntegrationForm
  integration: QueueIntegration | null
}

/** Project, language and key of a Dialogflow agent. A stored key is shown masked and stays unless it is replaced. */
export function DialogflowFields({ form, integration }: DialogflowFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        field={form.field('projectName')}
        label={t('integrations.project')}
        hint={t('integrations.projectHint')}
        maxLength={limits.projectName.max}
        autoComplete="off"
      />
      <Select
        field={form.field('language')}
        label={t('integrations.language')}
        choices={integrationLanguages.map((value) => ({ value, label: t(`integrations.languages.${value}`) }))}
      />
      <TextField
        field={form.field('jsonContent')}
        label={t('integrations.json')}
        hint={t(integration?.jsonContent ? 'integrations.jsonKept' : 'integrations.jsonHint')}
        rows={5}
        maxLength={limits.jsonContent.max}
      />
      <TextField
        field={form.field('urlN8N')}
        label={t('integrations.region')}
        hint={t('integrations.regionHint')}
        maxLength={limits.url.max}
        autoComplete="off"
        optional
      />
      <TestSession form={form} integration={integration} />
    </>
  )
}
