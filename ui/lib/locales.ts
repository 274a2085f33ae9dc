import type { Language } from '../../src/shared/enums'

/**
 * Locale of numbers, shares and amounts by language of the interface. Spanish uses Argentina's, which writes 1.234,5 and
 * R$ 1.234,56 as the texts of the interface do; Spain's writes 1234,5 and 1234,56 R$.
 */
export const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es-AR' }
