import type { Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { TextField } from './field'

/** Login e-mail address, with the attributes that password managers and phone keyboards expect. */
export function EmailField({ field, autoFocus }: { field: Field<string>; autoFocus?: boolean }) {
  const { t } = useTranslation()
  return (
    <TextField
      field={field}
      label={t('auth.email')}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoFocus={autoFocus}
    />
  )
}
