import type { Field } from '../lib/form'
import { useIntegrations } from '../lib/integrations'
import { paths } from '../lib/paths'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { CreateLink } from './create-link'
import { Select } from './select'

/** Select of the integration that answers customers; hidden without the plan feature. */
export function IntegrationSelect({ field }: { field: Field<string> }) {
  return useMe().company.plan.useIntegrations ? <Choices field={field} /> : null
}

function Choices({ field }: { field: Field<string> }) {
  const { t } = useTranslation()
  const { rows, state } = useIntegrations()
  const isEmpty = state === 'ready' && rows.length === 0
  return (
    <Select
      field={field}
      label={t('integrations.field')}
      hint={
        isEmpty ? (
          <CreateLink to={paths.queueIntegration} text={t('integrations.fieldEmpty')} />
        ) : (
          t('integrations.fieldHint')
        )
      }
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
