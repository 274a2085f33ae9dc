import { useRef } from 'react'
import { variables } from '../../src/shared/variables'
import { classes } from '../lib/classes'
import type { Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { controlClass, FieldShell, useProblemText } from './field'
import { TemplateArea } from './template-area'

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
  const choices = variables.map((variable) => ({ text: `{{${variable}}}`, label: t(`variables.${variable}`) }))
  return (
    <FieldShell label={label} problem={problem}>
      {(control) => (
        <TemplateArea value={value} max={max} disabled={disabled} choices={choices} area={() => area.current}>
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
        </TemplateArea>
      )}
    </FieldShell>
  )
}
