import { answerKeyForm } from '../../../../../src/shared/flow/read-node'
import { createForm, type Rule, required } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { CheckFields, type CheckValues, checkData, checkValues } from './check-fields'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { NotedField } from './noted-field'
import { VariableField } from './variable-field'

/** Name of a variable that the engine accepts. */
export const variableName: Rule<string> = (value) =>
  answerKeyForm.test(value.trim()) && value.trim() !== '__proto__' ? null : { code: 'refused' }

/** A variable's name as it is typed: a space becomes `_`, other characters are left out. */
export const variableMask = (text: string) => text.replace(/\s/g, '_').replace(/[^\p{L}\p{N}_]/gu, '')

/** Text of a question, the variable that gets the answer, and the format that the answer must have. */
export function QuestionForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { text, answerKey, check } = readData(props.type, props.data, 'question')
  const form = useNodeForm(props, () =>
    createForm({ message: text, answerKey, ...checkValues(check) }, { message: [required], answerKey: [variableName] }),
  )
  const toData = ({ message, answerKey, ...values }: { message: string; answerKey: string } & CheckValues) => ({
    ...props.data,
    typebotIntegration: { message, answerKey: answerKey.trim(), ...checkData(values) },
  })
  return (
    <NodeFields {...props} form={form} toData={toData}>
      <VariableField field={form.field('message')} label={t('flowBuilder.message')} rows={7} autoFocus />
      <NotedField
        field={form.field('answerKey')}
        label={t('flowBuilder.answerKey')}
        hint={t('flowBuilder.answerKeyHint')}
        mask={variableMask}
        problemText={(value) => t(value.trim() ? 'flowBuilder.answerKeyForm' : 'form.required')}
        placeholder={t('flowBuilder.answerKeyExample')}
        maxLength={50}
      />
      <CheckFields form={form} />
    </NodeFields>
  )
}
