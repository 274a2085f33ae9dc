import i18n from 'i18next'
import { TextField, type TextFieldProps } from '../components/field'
import { companyCountry, useNumberReader } from '../lib/number-reader'
import { countryLabel, showNumber } from '../lib/phone'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/**
 * Field of a telephone number as people write it. The hint names the country that counts without `+`, and shows the number
 * that was understood.
 */
export function NumberField({ hint, ...props }: TextFieldProps) {
  const understood = useNumberHint(useValue(props.field.value))
  return <TextField {...props} hint={hint ?? understood} inputMode="tel" autoComplete="off" />
}

/** The number that a typed text means; for other texts the country of numbers without `+`. */
export function useNumberHint(typed: string): string {
  const { t } = useTranslation()
  const country = useValue(companyCountry)
  const read = useNumberReader()?.(typed)
  if (read && 'number' in read) return t('form.numberRead', { number: showNumber(read.number) })
  return t('form.numberCountry', { country: countryLabel(country, i18n.language) })
}
