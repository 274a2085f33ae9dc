import { TextField } from '../../../components/field'
import { createForm, required, useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { NodeDialog, type NodeFormProps } from './node-dialog'

export function MessageForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ text: String(props.data.label ?? '') }, { text: [required] }))
  return (
    <NodeDialog {...props} form={form} toData={({ text }) => ({ label: text })}>
      <TextField field={form.field('text')} label={t('flowBuilder.message')} rows={7} autoFocus />
    </NodeDialog>
  )
}
