import { TextField } from '../../../../components/field'
import { createForm, required } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'
import { NumberedOptions } from './numbered-options'
import { variableMask, variableName } from './question-form'
import { VariableField } from './variable-field'

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
      <NumberedOptions field={form.field('options')} removable="last" />
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
