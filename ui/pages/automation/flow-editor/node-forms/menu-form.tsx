import { Plus, Trash2 } from 'lucide-react'
import { maxParts } from '../../../../../src/shared/flow/read-node'
import { Button } from '../../../../components/button'
import { TextField } from '../../../../components/field'
import { createForm, type Field, required } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { variableMask, variableName } from './question-form'
import { VariableField } from './variable-field'
import { VariableInput } from './variable-input'

/** Text and options of a menu; options are numbered from 1 and the last one can be removed. */
export function MenuForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const read = readData(props.type, props.data, 'menu')
  const form = useNodeForm(props, () =>
    createForm(
      {
        text: read.text,
        options: read.options.map(({ value }) => value),
        answerKey: read.answerKey ?? '',
      },
      {
        text: [required],
        options: [(options) => (options.every((each) => each.trim()) ? null : { code: 'required' })],
        answerKey: [(key) => (key.trim() === '' ? null : variableName(key))],
      },
    ),
  )
  const toData = ({ text, options, answerKey }: { text: string; options: string[]; answerKey: string }) => ({
    message: text,
    arrayOption: options.map((value, at) => ({ number: at + 1, value: value.trim() })),
    ...(answerKey.trim() !== '' && { answerKey: answerKey.trim() }),
  })
  return (
    <NodeFields {...props} form={form} toData={toData}>
      <VariableField field={form.field('text')} label={t('flowBuilder.message')} rows={4} autoFocus />
      <Options field={form.field('options')} />
      <TextField
        field={form.field('answerKey')}
        label={t('flowBuilder.menuKey')}
        hint={t('flowBuilder.menuKeyHint')}
        mask={variableMask}
        problemTexts={{ refused: t('flowBuilder.answerKeyForm') }}
        autoComplete="off"
        maxLength={50}
        optional
      />
    </NodeFields>
  )
}

function Options({ field }: { field: Field<string[]> }) {
  const { t } = useTranslation()
  const options = useValue(field.value)
  const isProblem = useValue(field.problem) !== null
  const set = (next: string[]) => {
    field.value.value = next
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t('flowBuilder.options')}</legend>
      {options.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options are numbered, and only the last one is removed.
        <div key={at} className="flex items-center gap-2">
          <span aria-hidden className="w-6 shrink-0 text-right text-muted tabular-nums">
            {at + 1}
          </span>
          <VariableInput
            label={t('flowBuilder.option', { number: at + 1 })}
            control={{ 'aria-invalid': (isProblem && !value.trim()) || undefined }}
            value={value}
            onChange={(text) => set(options.with(at, text))}
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={options.length >= maxParts.options}
          onClick={() => set([...options, ''])}
        >
          {t('flowBuilder.addOption')}
        </Button>
        {options.length > 1 && (
          <Button size="sm" variant="quiet" icon={<Trash2 aria-hidden />} onClick={() => set(options.slice(0, -1))}>
            {t('flowBuilder.removeLastOption')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
