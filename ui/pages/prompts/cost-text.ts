import { language } from '../../lib/language'

const microsPerDollar = 1_000_000

/** A cost in millionths of a US dollar, with as many decimals as small costs need. */
export const costText = (micros: number) =>
  new Intl.NumberFormat(language.peek(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'code',
    maximumFractionDigits: micros > 0 && micros < microsPerDollar ? 4 : 2,
  }).format(micros / microsPerDollar)

export const numberText = (value: number, maximumFractionDigits = 0) =>
  value.toLocaleString(language.peek(), { maximumFractionDigits })
