import { answerKeyForm } from '../../../../../src/shared/flow/read-node'
import { createForm, type Rule, required, useForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { readData } from './node-data'
import { NodeDialog, type NodeFormProps } from './node-dialog'
import { NotedField } from './noted-field'
import { VariableField } from './variable-field'

/** Name of a variable that the engine accepts. */
export const variableName: Rule<string> = (value) =>
  answerKeyForm.test(value.trim()) && value.trim() !== '__proto__' ? null : { code: 'refused' }

/** Text of a question, and the variable that gets the answer; both are required. */
export function QuestionForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { text, answerKey } = readData(props.type, props.data, 'question')
  const form = useForm(() =>
    createForm({ message: text, answerKey }, { message: [required], answerKey: [variableName] }),
  )
  const toData = ({ message, answerKey }: { message: string; answerKey: string }) => ({
    ...props.data,
    typebotIntegration: { message, answerKey: answerKey.trim() },
  })
  return (
    <NodeDialog {...props} form={form} toData={toData}>
      <VariableField field={form.field('message')} label={t('flowBuilder.message')} rows={7} autoFocus />
      <NotedField
        field={form.field('answerKey')}
        label={t('flowBuilder.answerKey')}
        hint={t('flowBuilder.answerKeyHint')}
        problemText={(value) => t(value.trim() ? 'flowBuilder.answerKeyForm' : 'form.required')}
        placeholder={t('flowBuilder.answerKeyExample')}
        maxLength={50}
      />
    </NodeDialog>
  )
}
