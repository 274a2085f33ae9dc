import { answerFormats, answerTries } from '../../../../../src/shared/flow/answer-format'
import type { AnswerCheck } from '../../../../../src/shared/flow/node'
import { Select } from '../../../../components/select'
import type { Field } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { NumberedOptions } from './numbered-options'
import { VariableField } from './variable-field'

/** Check of an answer, as its form has it. */
export interface CheckValues {
  format: string
  choices: string[]
  retryMessage: string
  tries: string
}

export const checkValues = (check: AnswerCheck | undefined): CheckValues => ({
  format: check?.format ?? 'text',
  choices: check?.choices ?? [],
  retryMessage: check?.retryText ?? '',
  tries: String(check?.tries ?? answerTries.usual),
})

/** Data of the check; none for a question that takes every answer. */
export const checkData = ({ format, choices, retryMessage, tries }: CheckValues) =>
  format === 'text' ? {} : { format, ...(format === 'choice' && { choices }), retryMessage, tries: Number(tries) }

interface CheckForm {
  field(name: 'format' | 'retryMessage' | 'tries'): Field<string>
  field(name: 'choices'): Field<string[]>
}

/** Format of the answer, the text after a wrong one, and the number of tries. */
export function CheckFields({ form }: { form: CheckForm }) {
  const { t } = useTranslation()
  const format = useValue(form.field('format').value)
  return (
    <>
      <Select
        field={form.field('format')}
        label={t('flowBuilder.answerFormat')}
        choices={answerFormats.map((value) => ({ value, label: t(`flowBuilder.answerFormats.${value}`) }))}
      />
      {format === 'choice' && <NumberedOptions field={form.field('choices')} removable="each" />}
      {format !== 'text' && (
        <>
          <VariableField
            field={form.field('retryMessage')}
            label={t('flowBuilder.retryMessage')}
            hint={t('flowBuilder.retryHint')}
            rows={3}
            optional
          />
          <Select
            field={form.field('tries')}
            label={t('flowBuilder.tries')}
            hint={t('flowBuilder.triesHint')}
            choices={Array.from({ length: answerTries.max }, (_, at) => ({ value: `${at + 1}`, label: `${at + 1}` }))}
          />
        </>
      )}
    </>
  )
}
