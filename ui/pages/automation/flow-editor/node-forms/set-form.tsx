import { createForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { NotedField } from './noted-field'
import { variableMask, variableName } from './question-form'
import { VariableField } from './variable-field'

/** Variable and the text that it gets. */
export function SetForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { key, value } = readData(props.type, props.data, 'set')
  const form = useNodeForm(props, () => createForm({ key, value }, { key: [variableName] }))
  const toData = (values: { key: string; value: string }) => ({ key: values.key.trim(), value: values.value })
  return (
    <NodeFields {...props} form={form} toData={toData}>
      <NotedField
        field={form.field('key')}
        label={t('flowBuilder.variable')}
        hint={t('flowBuilder.setKeyHint')}
        mask={variableMask}
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
    </NodeFields>
  )
}
