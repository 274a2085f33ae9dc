import type { ReactNode } from 'react'
import type { Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { TextField } from './field'

/** Field for a one-time code; `one-time-code` lets phones suggest it. */
export function CodeField({
  field,
  hint,
  autoFocus = true,
}: {
  field: Field<string>
  hint: ReactNode
  autoFocus?: boolean
}) {
  const { t } = useTranslation()
  return (
    <TextField
      field={field}
      label={t('twoStep.code')}
      hint={hint}
      autoComplete="one-time-code"
      maxLength={20}
      autoFocus={autoFocus}
      className="w-full"
    />
  )
}
