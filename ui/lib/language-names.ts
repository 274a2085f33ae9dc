import type { Language } from '../../src/shared/enums'

/** Names of the languages, each in its own language. */
export const languageNames: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' }
