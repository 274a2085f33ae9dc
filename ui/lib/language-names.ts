import type { Language } from '../../src/shared/enums'

/** Each in its own language: whoever looks for theirs can read it. */
export const languageNames: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' }
