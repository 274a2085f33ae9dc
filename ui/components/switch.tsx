import { useId } from 'react'
import { classes } from '../lib/classes'

interface SwitchProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On/off switch; clicking the label toggles it too. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-control items-center gap-3">
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-labelledby={`${id}-label`}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={classes(
          'relative h-5 w-9 shrink-0 rounded-full border transition-colors disabled:opacity-50',
          checked ? 'border-accent bg-accent' : 'border-edge bg-surface',
        )}
      >
        <span
          aria-hidden
          className={classes(
            'absolute top-0.5 left-0.5 size-3.5 rounded-full transition-transform',
            checked ? 'translate-x-4 bg-on-accent' : 'bg-edge',
          )}
        />
      </button>
      <label htmlFor={id} className="min-w-0">
        <span id={`${id}-label`} className="block font-medium text-sm">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-faint text-sm">
            {hint}
          </span>
        )}
      </label>
    </div>
  )
}
