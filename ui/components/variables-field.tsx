import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { type Variable, variables } from '../../src/shared/variables'
import { classes } from '../lib/classes'
import type { Field } from '../lib/form'
import { replaceText } from '../lib/replace-text'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { controlClass, FieldShell, useProblemText } from './field'
import { IconButton } from './icon-button'
import { Menu } from './menu'

interface VariablesFieldProps {
  field: Field<string>
  label: string
  max: number
  rows?: number
  autoFocus?: boolean
  disabled?: boolean
}

/** Text area with a length counter and a menu that inserts variables at the cursor. */
export function VariablesField({ field, label, max, rows = 5, autoFocus, disabled }: VariablesFieldProps) {
  const { t } = useTranslation()
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const area = useRef<HTMLTextAreaElement>(null)

  const insert = (variable: Variable) => {
    const { selectionStart: start = value.length, selectionEnd: end = start } = area.current ?? {}
    const text = `{{${variable}}}`
    // Waits a frame because the closing menu first returns the focus to its button.
    requestAnimationFrame(() => area.current && replaceText(area.current, { start, end, text }))
  }
  return (
    <FieldShell label={label} problem={problem}>
      {(control) => (
        <div className="relative">
          <textarea
            {...control}
            ref={area}
            data-autofocus={autoFocus || undefined}
            name={field.name}
            rows={rows}
            value={value}
            disabled={disabled}
            aria-required
            onChange={({ target }) => {
              field.value.value = target.value
            }}
            onBlur={field.onLeave}
            className={classes(controlClass, 'resize-y px-3 pt-2 pb-10')}
          />
          <div className="pointer-events-none absolute inset-x-1 bottom-2.5 flex items-center justify-between">
            <span className="pointer-events-auto rounded-md bg-surface">
              {!disabled && <VariablesMenu onPick={insert} />}
            </span>
            <span
              className={classes(
                'rounded-sm bg-surface px-2 text-xs tabular-nums',
                value.length > max ? 'text-danger-ink' : 'text-faint',
              )}
            >
              <span aria-hidden>
                {value.length}/{max}
              </span>
              <span className="sr-only">{t('variables.count', { count: value.length, max })}</span>
            </span>
          </div>
        </div>
      )}
    </FieldShell>
  )
}

function VariablesMenu({ onPick }: { onPick: (variable: Variable) => void }) {
  const { t } = useTranslation()
  return (
    <Menu
      align="start"
      trigger={
        <IconButton size="sm" label={t('variables.menu')} tooltipSide="top">
          <Braces aria-hidden />
        </IconButton>
      }
      entries={variables.map((variable) => ({
        label: t(`variables.${variable}`),
        onSelect: () => onPick(variable),
      }))}
    />
  )
}
