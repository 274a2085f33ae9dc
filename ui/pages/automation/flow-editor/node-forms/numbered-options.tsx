import { Plus, Trash2 } from 'lucide-react'
import { maxParts } from '../../../../../src/shared/flow/read-node'
import { Button } from '../../../../components/button'
import { IconButton } from '../../../../components/icon-button'
import type { Field } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { VariableInput } from './variable-input'

interface NumberedOptionsProps {
  field: Field<string[]>
  /** `last`: an option leads to its own way out, so that only the last one, of at least two, can be removed. */
  removable: 'each' | 'last'
}

/** Texts numbered from 1, among which a customer chooses, with a button that adds another. */
export function NumberedOptions({ field, removable }: NumberedOptionsProps) {
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
        // biome-ignore lint/suspicious/noArrayIndexKey: options are numbered by their place.
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
          {removable === 'each' && (
            <IconButton
              size="sm"
              tone="danger"
              label={t('flowBuilder.removeRow', { number: at + 1, title: t('flowBuilder.options') })}
              onClick={() => set(options.toSpliced(at, 1))}
            >
              <Trash2 aria-hidden />
            </IconButton>
          )}
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
        {removable === 'last' && options.length > 1 && (
          <Button size="sm" variant="quiet" icon={<Trash2 aria-hidden />} onClick={() => set(options.slice(0, -1))}>
            {t('flowBuilder.removeLastOption')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
