import { Plus, X } from 'lucide-react'
import { limits } from '../../src/shared/limits'
import { Button } from '../components/button'
import { controlClass, useProblemText } from '../components/field'
import { IconButton } from '../components/icon-button'
import type { Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { type ExtraLine, newLine } from './contact-form'

const input = `${controlClass} h-control px-3`

/** Editor for the extra fields of a contact: any number of names and values. */
export function ExtraFields({ field }: { field: Field<ExtraLine[]> }) {
  const { t } = useTranslation()
  const lines = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const set = (next: ExtraLine[]) => {
    field.value.value = next
  }
  const change = (key: number, changes: Partial<ExtraLine>) =>
    set(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">
        {t('contacts.extra')} <span className="font-normal text-faint">({t('common.optional')})</span>
      </legend>
      {lines.map((line) => (
        <div key={line.key} className="flex gap-2">
          <input
            aria-label={t('contacts.extraName')}
            aria-invalid={(problem !== null && !line.name.trim()) || undefined}
            placeholder={t('contacts.extraName')}
            maxLength={limits.extraName.max}
            value={line.name}
            onChange={({ target }) => change(line.key, { name: target.value })}
            className={`${input} min-w-0 flex-1 sm:flex-2`}
          />
          <input
            aria-label={line.name ? t('contacts.extraValueOf', { name: line.name }) : t('contacts.extraValue')}
            placeholder={t('contacts.extraValue')}
            maxLength={limits.extraValue.max}
            value={line.value}
            onChange={({ target }) => change(line.key, { value: target.value })}
            className={`${input} min-w-0 flex-1 sm:flex-3`}
          />
          <IconButton
            label={t('contacts.extraRemove')}
            tone="danger"
            onClick={() => set(lines.filter(({ key }) => key !== line.key))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {problem && <p className="text-danger-ink text-sm">{problem}</p>}
      {lines.length < limits.extraInfo && (
        <Button size="sm" icon={<Plus aria-hidden />} className="self-start" onClick={() => set([...lines, newLine()])}>
          {t('contacts.extraAdd')}
        </Button>
      )}
    </fieldset>
  )
}
