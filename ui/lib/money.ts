import { locale } from './language'

/** Formats cents as BRL, with the separators of the user's language. */
export const formatMoney = (cents: number) =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' }).format(
    cents / 100,
  )
