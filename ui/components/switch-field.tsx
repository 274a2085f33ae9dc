import type { Field } from '../lib/form'
import { useValue } from '../lib/use-value'
import { Switch } from './switch'

/** Switch bound to a form field. */
export const SwitchField = ({ field, label, hint }: { field: Field<boolean>; label: string; hint?: string }) => (
  <Switch
    label={label}
    hint={hint}
    checked={useValue(field.value)}
    onChange={(checked) => {
      field.value.value = checked
    }}
  />
)
