import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../lib/classes'
import type { Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { controlClass, type FieldFrame, FieldShell, useProblemText } from './field'

interface PasswordFieldProps extends FieldFrame {
  field: Field<string>
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
}

/** Password field with a button that reveals the text; a visible password lets people choose a longer one. */
export function PasswordField({ field, autoComplete, autoFocus, ...frame }: PasswordFieldProps) {
  const { t } = useTranslation()
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  const [shown, setShown] = useState(false)
  return (
    <FieldShell {...frame} problem={problem}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...{ autoFocus, 'data-autofocus': autoFocus }} // the second for dialogs of Headless UI
            name={field.name}
            type={shown ? 'text' : 'password'}
            value={value}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            onChange={({ target }) => {
              field.value.value = target.value
            }}
            onBlur={field.onLeave}
            className={classes(controlClass, 'h-control pr-11 pl-3')}
          />
          <button
            type="button"
            aria-label={shown ? t('common.hidePassword') : t('common.showPassword')}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-muted hover:text-ink"
          >
            {shown ? <EyeOff className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />}
          </button>
        </div>
      )}
    </FieldShell>
  )
}
