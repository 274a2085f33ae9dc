import { Plus, Trash2 } from 'lucide-react'
import { readNode } from '../../../../src/shared/flow/read-node'
import { Button } from '../../../components/button'
import { TextField } from '../../../components/field'
import { createForm, type Field, required, useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { BareTextField } from './bare-text-field'
import { NodeDialog, type NodeFormProps } from './node-dialog'

/** Options of one menu that can be read (src/shared/flow/read-node.ts). */
const maxOptions = 50

const optionsOf = (data: NodeFormProps['data']): string[] => {
  const node = readNode({ id: '', type: 'menu', position: { x: 0, y: 0 }, data }, 0)
  return node.kind === 'menu' ? node.data.options.map(({ value }) => value) : []
}

/** Text and options of a menu; options are numbered from 1 and the last one can be removed (specification §5). */
export function MenuForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm(
      {
        text: String(props.data.message ?? ''),
        options: props.isNew ? [''] : optionsOf(props.data),
      },
      {
        text: [required],
        options: [(options) => (options.every((each) => each.trim()) ? null : { code: 'required' })],
      },
    ),
  )
  const toData = ({ text, options }: { text: string; options: string[] }) => ({
    message: text,
    arrayOption: options.map((value, at) => ({ number: at + 1, value: value.trim() })),
  })
  return (
    <NodeDialog {...props} form={form} toData={toData}>
      <TextField field={form.field('text')} label={t('flowBuilder.message')} rows={4} autoFocus />
      <Options field={form.field('options')} />
    </NodeDialog>
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
        <BareTextField
          // biome-ignore lint/suspicious/noArrayIndexKey: options are numbered, and only the last one is removed.
          key={at}
          label={t('flowBuilder.option', { number: at + 1 })}
          mark={`${at + 1}`}
          value={value}
          invalid={isProblem && !value.trim()}
          onChange={(text) => set(options.with(at, text))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabled={options.length >= maxOptions}
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
