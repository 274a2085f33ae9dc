import { createForm, required, useForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { readData } from './node-data'
import { NodeDialog, type NodeFormProps } from './node-dialog'
import { VariableField } from './variable-field'

export function MessageForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { text } = readData(props.type, props.data, 'message')
  const form = useForm(() => createForm({ text }, { text: [required] }))
  return (
    <NodeDialog {...props} form={form} toData={({ text }) => ({ ...props.data, label: text })}>
      <VariableField field={form.field('text')} label={t('flowBuilder.message')} rows={7} autoFocus />
    </NodeDialog>
  )
}
