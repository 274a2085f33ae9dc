import type { Language } from '../../../shared/enums'

/** Name of a column without a heading, by its letter. */
export const columnWords: Record<Language, (letter: string) => string> = {
  pt: (letter) => `Coluna ${letter}`,
  en: (letter) => `Column ${letter}`,
  es: (letter) => `Columna ${letter}`,
}
