import { Plus, Trash2 } from 'lucide-react'
import { answerFormats, answerTries } from '../../../../../src/shared/flow/answer-format'
import type { AnswerCheck } from '../../../../../src/shared/flow/node'
import { maxParts } from '../../../../../src/shared/flow/read-node'
import { Button } from '../../../../components/button'
import { IconButton } from '../../../../components/icon-button'
import { Select } from '../../../../components/select'
import type { Field } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { VariableField } from './variable-field'
import { VariableInput } from './variable-input'

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
      {format === 'choice' && <Choices field={form.field('choices')} />}
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

function Choices({ field }: { field: Field<string[]> }) {
  const { t } = useTranslation()
  const choices = useValue(field.value)
  const set = (next: string[]) => {
    field.value.value = next
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t('flowBuilder.options')}</legend>
      {choices.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices are numbered by their place.
        <div key={at} className="flex items-center gap-2">
          <span aria-hidden className="w-4 shrink-0 text-right text-muted tabular-nums">
            {at + 1}
          </span>
          <VariableInput
            label={t('flowBuilder.option', { number: at + 1 })}
            value={value}
            onChange={(text) => set(choices.with(at, text))}
          />
          <IconButton
            size="sm"
            tone="danger"
            label={t('flowBuilder.removeRow', { number: at + 1, title: t('flowBuilder.options') })}
            onClick={() => set(choices.toSpliced(at, 1))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={choices.length >= maxParts.options}
          onClick={() => set([...choices, ''])}
        >
          {t('flowBuilder.addOption')}
        </Button>
      </div>
    </fieldset>
  )
}
