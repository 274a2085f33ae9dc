import type { Field } from '../lib/form'
import { useMe } from '../lib/session'
import { useStartableFlows } from '../lib/startable-flows'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
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
  const flows = useStartableFlows()
  const value = useValue(field.value)
  const isLost = flows !== null && value !== '' && !flows.some(({ id }) => String(id) === value)
  return (
    <Select
      field={field}
      label={label}
      hint={flows?.length === 0 ? t('startFlow.empty') : hint}
      disabled={disabled || flows === null || (flows.length === 0 && value === '')}
      optional
      choices={[
        { value: '', label: t('startFlow.none') },
        ...(isLost || (flows === null && value !== '') ? [{ value, label: t('startFlow.off') }] : []),
        ...(flows ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
