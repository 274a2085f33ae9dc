import { type Operator, operators } from '../../../../../src/shared/flow/node'
import { TextField } from '../../../../components/field'
import { Select } from '../../../../components/select'
import { createForm, required } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { hoursData, hoursRules, hoursValues, OpenHoursFields, type OpenHoursValues } from './hours-fields'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { useVariableNames } from './variable-input'

const needsValue = (operator: string) => !['empty', 'notEmpty', 'open'].includes(operator)

interface ConditionValues extends OpenHoursValues {
  key: string
  operator: string
  value: string
}
type Form = ReturnType<typeof createForm<ConditionValues>>

function makeForm({ key, operator, value, ...open }: ReturnType<typeof readData<'condition'>>): Form {
  const isOpen = (): boolean => form.field('operator').value.value === 'open'
  const form: Form = createForm<ConditionValues>(
    { key, operator, value, ...hoursValues(open) },
    {
      key: [(typed) => (isOpen() ? null : required(typed))],
      ...hoursRules((source) => isOpen() && form.field('hoursOf').value.value === source),
    },
  )
  return form
}

const toData = ({ key, operator, value, ...open }: ConditionValues) =>
  operator === 'open'
    ? { key: '', condition: 'open', value: '', ...hoursData(open) }
    : { key, condition: operator as Operator, value: needsValue(operator) ? value : '' }

/** Variable, comparison and value of a condition, or opening hours. */
export function ConditionForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const form = useNodeForm(props, () => makeForm(readData(props.type, props.data, 'condition')))
  const chosen = useValue(form.field('operator').value)
  return (
    <NodeFields {...props} form={form} toData={toData}>
      {chosen !== 'open' && <VariableSelect form={form} />}
      <Select
        field={form.field('operator')}
        label={t('flowBuilder.comparison')}
        choices={operators.map((each) => ({ value: each, label: t(`flowBuilder.operators.${each}`) }))}
      />
      {needsValue(chosen) && (
        <TextField
          field={form.field('value')}
          label={t('flowBuilder.value')}
          maxLength={4096}
          autoComplete="off"
          optional
        />
      )}
      {chosen === 'open' && <OpenHoursFields form={form} />}
    </NodeFields>
  )
}

function VariableSelect({ form }: { form: Form }) {
  const { t } = useTranslation()
  const names = useVariableNames()
  const known = useValue(form.field('key').value)
  const choices = [...names, ...(known && !names.includes(known) ? [known] : [])]
  return (
    <Select
      field={form.field('key')}
      label={t('flowBuilder.variable')}
      hint={t('flowBuilder.conditionHint')}
      placeholder={t('flowBuilder.chooseVariable')}
      choices={choices.map((name) => ({ value: name, label: `{{${name}}}` }))}
    />
  )
}
