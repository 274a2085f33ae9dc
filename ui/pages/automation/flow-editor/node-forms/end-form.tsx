import { SwitchField } from '../../../../components/switch-field'
import { createForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { VariableField } from './variable-field'

/** Last text of the flow, and whether the ticket closes. */
export function EndForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { text, closes } = readData(props.type, props.data, 'end')
  const form = useNodeForm(props, () => createForm({ message: text, closes }))
  return (
    <NodeFields {...props} form={form} toData={(values) => values}>
      <VariableField field={form.field('message')} label={t('flowBuilder.lastMessage')} rows={4} autoFocus optional />
      <SwitchField field={form.field('closes')} label={t('flowBuilder.closes')} hint={t('flowBuilder.closesHint')} />
    </NodeFields>
  )
}
