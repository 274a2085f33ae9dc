import type { Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { TextField } from './field'

/** The address somebody signs in with, as password managers and phones' keyboards expect it. */
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
