import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../lib/classes'
import type { Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { controlClass, type FieldFrame, FieldShell, useProblemText } from './field'

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

interface BareSelectProps {
  value: string
  choices: Choice[]
  onChange: (value: string) => void
  /** Option shown while the value is empty; cannot be selected. */
  placeholder?: string
  /** Accessible name when there is no visible label. */
  label?: string
  icon?: ReactNode
  disabled?: boolean
  className?: string
  onBlur?: () => void
}

/** Styled native `<select>`: phones and screen readers handle it best. */
export function BareSelect({
  value,
  choices,
  onChange,
  placeholder,
  label,
  icon,
  className,
  ...rest
}: BareSelectProps) {
  return (
    <div className={classes('relative', className)}>
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">{icon}</span>
      )}
      <select
        {...rest}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={classes(
          controlClass,
          'h-control appearance-none truncate pr-9',
          icon ? 'pl-9' : 'pl-3',
          !value && 'text-faint',
        )}
      >
        {placeholder && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled} className="bg-surface text-ink">
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  )
}

interface SelectProps extends FieldFrame {
  field: Field<string>
  choices: Choice[]
  placeholder?: string
  disabled?: boolean
  /** While true, a value that is not among the choices yet is shown as loading. */
  isLoading?: boolean
}

export function Select({ field, choices, placeholder, disabled, isLoading, ...frame }: SelectProps) {
  const { t } = useTranslation()
  const value = useValue(field.value)
  const isAwaited = isLoading && choices.every((choice) => choice.value !== value)
  const problem = useProblemText(useValue(field.problem))
  return (
    <FieldShell {...frame} problem={problem}>
      {(control) => (
        <BareSelect
          {...control}
          value={value}
          choices={isAwaited ? [...choices, { value, label: t('common.loading') }] : choices}
          placeholder={placeholder}
          disabled={disabled}
          onBlur={field.onLeave}
          onChange={(next) => {
            field.value.value = next
          }}
        />
      )}
    </FieldShell>
  )
}
