import { Calendar } from 'lucide-react'
import { type InputHTMLAttributes, useRef } from 'react'
import { classes } from '../lib/classes'
import { dateMask, type Field, isoDayOf, timeMask } from '../lib/form'
import { dueDay } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { controlClass, FieldShell, useProblemText } from './field'
import { IconButton } from './icon-button'

interface Props {
  field: Field<string>
  label: string
  hint?: string
  optional?: boolean
  disabled?: boolean
}

export function DateField({ field, label, hint, optional, disabled }: Props) {
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  return (
    <FieldShell label={label} hint={hint} optional={optional} problem={problem}>
      {(control) => (
        <DateInput
          {...control}
          name={field.name}
          value={value}
          disabled={disabled}
          aria-required={!optional || undefined}
          onText={(text) => {
            field.value.value = text
          }}
          onBlur={field.onLeave}
        />
      )}
    </FieldShell>
  )
}

interface DateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'min' | 'max'> {
  /** dd/MM/yyyy, possibly incomplete. */
  value: string
  onText: (text: string) => void
  /** Range of the calendar, yyyy-MM-dd. */
  min?: string
  max?: string
}

/** Date input, dd/MM/yyyy in every language: typed, or picked from the browser's calendar. */
export function DateInput({ value, onText, min, max, disabled, className, ...rest }: DateInputProps) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="relative">
      <input
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('schedules.dateExample')}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onText(dateMask(target.value))}
        className={classes(controlClass, 'h-control pr-10 pl-3 tabular-nums', className)}
      />
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={isoDayOf(value) ?? ''}
        min={min || undefined}
        max={max || undefined}
        disabled={disabled}
        onChange={({ target }) => target.value && onText(dueDay(target.value))}
        className="pointer-events-none absolute right-0 bottom-0 size-px opacity-0"
      />
      <IconButton
        size="sm"
        label={t('schedules.pickDate')}
        disabled={disabled}
        onClick={() => picker.current?.showPicker()}
        className="absolute! top-1/2 right-1 -translate-y-1/2"
      >
        <Calendar aria-hidden />
      </IconButton>
    </div>
  )
}

/** Time of day, HH:MM. */
export function TimeField({ field, label, disabled }: Props) {
  const { t } = useTranslation()
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  return (
    <FieldShell label={label} problem={problem}>
      {(control) => (
        <input
          {...control}
          name={field.name}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('schedules.timeExample')}
          value={value}
          disabled={disabled}
          aria-required
          onChange={({ target }) => {
            field.value.value = timeMask(target.value)
          }}
          onBlur={field.onLeave}
          className={classes(controlClass, 'h-control px-3 tabular-nums')}
        />
      )}
    </FieldShell>
  )
}
