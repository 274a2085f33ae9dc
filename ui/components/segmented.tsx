import { type ReactNode, useId } from 'react'
import { classes } from '../lib/classes'

interface SegmentedProps<T extends string> {
  /** Accessible name of the group. */
  label: string
  /** `lang`: language of a label that is not in the page's language. */
  choices: { value: T; label: string; icon?: ReactNode; lang?: string }[]
  value: T
  onChange: (value: T) => void
}

/** Choice of one among two to four, side by side. Native radio buttons: arrow keys move the choice. */
export function Segmented<T extends string>({ label, choices, value, onChange }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset className="flex min-w-0 rounded-md bg-sunken p-0.5 dark:bg-ground">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classes(
            'relative flex h-control-sm min-w-0 flex-auto items-center justify-center gap-1.5 rounded-md border px-2 text-sm',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0',
            choice.value === value
              ? 'border-line bg-surface font-medium text-ink dark:bg-hover'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {choice.icon}
          <span lang={choice.lang} className="truncate">
            {choice.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
