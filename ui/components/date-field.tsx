import { Calendar } from 'lucide-react'
import { useRef } from 'react'
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
  disabled?: boolean
}

/** dd/MM/yyyy by hand, in every browser's language, or from the browser's own calendar. */
export function DateField({ field, label, disabled }: Props) {
  const { t } = useTranslation()
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const picker = useRef<HTMLInputElement>(null)
  const change = (text: string) => {
    field.value.value = text
  }
  return (
    <FieldShell label={label} problem={problem}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            name={field.name}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('schedules.dateExample')}
            value={value}
            disabled={disabled}
            aria-required
            onChange={({ target }) => change(dateMask(target.value))}
            onBlur={field.leave}
            className={classes(controlClass, 'h-control pr-10 pl-3 tabular-nums')}
          />
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={isoDayOf(value) ?? ''}
            disabled={disabled}
            onChange={({ target }) => target.value && change(dueDay(target.value))}
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
      )}
    </FieldShell>
  )
}

/** HH:MM */
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
          onBlur={field.leave}
          className={classes(controlClass, 'h-control px-3 tabular-nums')}
        />
      )}
    </FieldShell>
  )
}
