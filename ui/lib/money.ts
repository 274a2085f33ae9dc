import type { Language } from '../../src/shared/enums'
import { language } from './language'

/**
 * Locale of amounts by language of the interface. Spanish uses Argentina's, which writes R$ 1.234,56 as Portuguese does;
 * Spain's writes 1234,56 R$.
 */
const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es-AR' }

/** Formats cents as BRL, with the separators of the user's language. */
export const formatMoney = (cents: number) =>
  new Intl.NumberFormat(locales[language.peek()], {
    style: 'currency',
    currency: 'BRL',
    currencyDisplay: 'narrowSymbol',
  }).format(cents / 100)
