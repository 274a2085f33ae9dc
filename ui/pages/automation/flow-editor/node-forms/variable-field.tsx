import { FieldShell, useProblemText } from '../../../../components/field'
import type { Field } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { VariableInput } from './variable-input'

interface VariableFieldProps {
  field: Field<string>
  label: string
  rows?: number
  hint?: string
  placeholder?: string
  optional?: boolean
  autoFocus?: boolean
}

/** Field of a form whose text may use variables. */
export function VariableField({ field, label, hint, optional, ...rest }: VariableFieldProps) {
  const { t } = useTranslation()
  const value = useValue(field.value)
  const problem = useProblemText(useValue(field.problem))
  return (
    <FieldShell
      label={label}
      hint={hint ?? t('flowBuilder.variablesHint', { braces: '{{' })}
      optional={optional}
      problem={problem}
    >
      {(control) => (
        <VariableInput
          {...rest}
          control={control}
          value={value}
          onBlur={field.onLeave}
          onChange={(text) => {
            field.value.value = text
          }}
        />
      )}
    </FieldShell>
  )
}
