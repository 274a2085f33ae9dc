import { controlClass, FieldShell, type TextFieldProps } from '../../../../components/field'
import { classes } from '../../../../lib/classes'
import { useValue } from '../../../../lib/use-value'

/** One-line field with a sentence of its own for its problem. */
export function NotedField({
  field,
  label,
  hint,
  mask,
  problemText,
  ...rest
}: Omit<TextFieldProps, 'rows'> & { problemText: (value: string) => string }) {
  const value = useValue(field.value)
  const problem = useValue(field.problem) ? problemText(value) : null
  return (
    <FieldShell label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          inputMode={rest.inputMode}
          maxLength={rest.maxLength}
          placeholder={rest.placeholder}
          data-autofocus={rest.autoFocus || undefined}
          autoComplete="off"
          value={value}
          aria-required
          onBlur={field.onLeave}
          onChange={({ target }) => {
            field.value.value = mask ? mask(target.value) : target.value
          }}
          className={classes(controlClass, 'h-control px-3')}
        />
      )}
    </FieldShell>
  )
}
