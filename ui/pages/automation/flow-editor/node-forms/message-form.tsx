import { createForm, required } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { VariableField } from './variable-field'

export function MessageForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { text } = readData(props.type, props.data, 'message')
  const form = useNodeForm(props, () => createForm({ text }, { text: [required] }))
  return (
    <NodeFields {...props} form={form} toData={({ text }) => ({ ...props.data, label: text })}>
      <VariableField field={form.field('text')} label={t('flowBuilder.message')} rows={7} autoFocus />
    </NodeFields>
  )
}
