import { useCan } from '../lib/can'
import type { Field } from '../lib/form'
import { paths } from '../lib/paths'
import { useMe } from '../lib/session'
import { useStartableFlows } from '../lib/startable-flows'
import { errorText } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { CreateLink } from './create-link'
import { Select } from './select'

interface FlowSelectProps {
  field: Field<string>
  label: string
  hint: string
  disabled?: boolean
}

/** Select of the flow that begins; hidden without the plan feature. */
export function FlowSelect(props: FlowSelectProps) {
  return useMe().company.plan.useIntegrations ? <Choices {...props} /> : null
}

function Choices({ field, label, hint, disabled }: FlowSelectProps) {
  const { t } = useTranslation()
  const { flows, failure } = useStartableFlows()
  const mayCreate = useCan('flow:edit')
  const value = useValue(field.value)
  const isLost = flows !== null && value !== '' && !flows.some(({ id }) => String(id) === value)
  const empty = mayCreate ? <CreateLink to={paths.flowbuilders} text={t('startFlow.create')} /> : t('startFlow.empty')
  return (
    <Select
      field={field}
      label={label}
      hint={failure ? errorText(failure) : flows?.length === 0 ? empty : hint}
      disabled={disabled || flows === null || (flows.length === 0 && value === '')}
      isLoading={flows === null && !failure}
      optional
      choices={[
        { value: '', label: t('startFlow.none') },
        ...(isLost ? [{ value, label: t('startFlow.off') }] : []),
        ...(failure && value !== '' ? [{ value, label: t('startFlow.chosen') }] : []),
        ...(flows ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
