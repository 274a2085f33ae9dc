import type { Field } from '../lib/form'
import { useIntegrations } from '../lib/integrations'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { Select } from './select'

/** Select of the integration that answers customers; hidden without the plan feature. */
export function IntegrationSelect({ field }: { field: Field<string> }) {
  return useMe().company.plan.useIntegrations ? <Choices field={field} /> : null
}

function Choices({ field }: { field: Field<string> }) {
  const { t } = useTranslation()
  const { rows } = useIntegrations()
  return (
    <Select
      field={field}
      label={t('integrations.field')}
      hint={rows.length > 0 ? t('integrations.fieldHint') : t('integrations.fieldEmpty')}
      disabled={rows.length === 0}
      optional
      choices={[
        { value: '', label: t('integrations.fieldNone') },
        ...rows.map(({ id, name, type }) => ({
          value: String(id),
          label: `${name} (${t(`integrations.types.${type}`)})`,
        })),
      ]}
    />
  )
}
