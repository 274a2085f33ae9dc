import { type Operator, operators } from '../../../../src/shared/flow/node'
import { TextField } from '../../../components/field'
import { Select } from '../../../components/select'
import { createForm, required, useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { readData } from './node-data'
import { NodeDialog, type NodeFormProps } from './node-dialog'
import { useVariableNames } from './variable-input'

const needsValue = (operator: string) => operator !== 'empty' && operator !== 'notEmpty'

/** Variable, comparison and value of a condition. */
export function ConditionForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { key, operator, value } = readData(props.type, props.data, 'condition')
  const names = useVariableNames()
  const form = useForm(() => createForm({ key, operator: operator as string, value }, { key: [required] }))
  const chosen = useValue(form.field('operator').value)
  const known = useValue(form.field('key').value)
  const choices = [...names, ...(known && !names.includes(known) ? [known] : [])]
  const toData = (values: { key: string; operator: string; value: string }) => ({
    key: values.key,
    condition: values.operator as Operator,
    value: needsValue(values.operator) ? values.value : '',
  })
  return (
    <NodeDialog {...props} form={form} toData={toData}>
      <Select
        field={form.field('key')}
        label={t('flowBuilder.variable')}
        hint={t('flowBuilder.conditionHint')}
        placeholder={t('flowBuilder.chooseVariable')}
        choices={choices.map((name) => ({ value: name, label: `{{${name}}}` }))}
      />
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
    </NodeDialog>
  )
}
