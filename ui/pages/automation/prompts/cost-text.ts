import { locale } from '../../../lib/language'

const microsPerDollar = 1_000_000

/** A cost in millionths of a US dollar, with two significant digits below a cent; the currency is US$, as in the forms. */
export const costText = (micros: number) =>
  new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'code',
    ...(micros > 0 && micros < microsPerDollar / 100 ? { maximumSignificantDigits: 2 } : {}),
  })
    .format(micros / microsPerDollar)
    .replace('USD', 'US$')

export const numberText = (value: number, maximumFractionDigits = 0) =>
  value.toLocaleString(locale(), { maximumFractionDigits })
