import { controlClass } from '../../../components/field'
import { classes } from '../../../lib/classes'

interface BareTextFieldProps {
  label: string
  /** Short visible mark before the field, such as its number. */
  mark?: string
  value: string
  invalid?: boolean
  onChange: (text: string) => void
}

/** Field of a repeated row; its label is for screen readers. */
export const BareTextField = ({ label, mark, value, invalid, onChange }: BareTextFieldProps) => (
  <div className="flex items-center gap-2">
    {mark && (
      <span aria-hidden className="w-6 shrink-0 text-right text-muted tabular-nums">
        {mark}
      </span>
    )}
    <input
      aria-label={label}
      aria-invalid={invalid || undefined}
      value={value}
      maxLength={4096}
      onChange={({ target }) => onChange(target.value)}
      className={classes(controlClass, 'h-control px-3')}
    />
  </div>
)
