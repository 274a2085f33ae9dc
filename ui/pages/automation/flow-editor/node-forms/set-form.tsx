import { createForm, useForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { readData } from './node-data'
import { NodeDialog, type NodeFormProps } from './node-dialog'
import { NotedField } from './noted-field'
import { variableName } from './question-form'
import { VariableField } from './variable-field'

/** Variable and the text that it gets. */
export function SetForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { key, value } = readData(props.type, props.data, 'set')
  const form = useForm(() => createForm({ key, value }, { key: [variableName] }))
  const toData = (values: { key: string; value: string }) => ({ key: values.key.trim(), value: values.value })
  return (
    <NodeDialog {...props} form={form} toData={toData}>
      <NotedField
        field={form.field('key')}
        label={t('flowBuilder.variable')}
        hint={t('flowBuilder.setKeyHint')}
        problemText={(text) => t(text.trim() ? 'flowBuilder.answerKeyForm' : 'form.required')}
        placeholder={t('flowBuilder.answerKeyExample')}
        maxLength={50}
        autoFocus
      />
      <VariableField
        field={form.field('value')}
        label={t('flowBuilder.value')}
        hint={t('flowBuilder.setValueHint', { braces: '{{' })}
        rows={3}
        optional
      />
    </NodeDialog>
  )
}
