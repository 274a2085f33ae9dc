import i18n from 'i18next'
import type { Language } from '../../src/shared/enums'
import type { Texts } from '../i18n/pt'
import { type Outside, outside as portuguese } from '../i18n/pt/outside'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
  }
}

/** Portuguese of the screens before the login is in the first script: what else would say that nothing more loads? */
const publicTexts: Record<Language, () => Promise<Outside>> = {
  pt: async () => portuguese,
  en: () => import('../i18n/en/outside').then(({ outside }) => outside),
  es: () => import('../i18n/es/outside').then(({ outside }) => outside),
}
const allTexts: Record<Language, () => Promise<Texts>> = {
  pt: () => import('../i18n/pt').then(({ pt }) => pt),
  en: () => import('../i18n/en').then(({ en }) => en),
  es: () => import('../i18n/es').then(({ es }) => es),
}

/** Until the first screen behind the login is wanted, a language is what the screens before it say. */
let needsAllTexts = false

export const startTexts = () =>
  i18n.init({
    lng: 'pt',
    fallbackLng: 'pt',
    resources: { pt: { translation: portuguese as Texts } },
    interpolation: { escapeValue: false },
  })

/** Everything that can be said where the person is now. Throws when it does not load. */
export async function loadTexts(language: Language): Promise<void> {
  const whole = needsAllTexts
  i18n.addResourceBundle(language, 'translation', await (whole ? allTexts : publicTexts)[language]())
  if (needsAllTexts && !whole) await loadTexts(language)
}

/** From now on with the screens behind the login. */
export function loadAllTexts(language: Language): Promise<void> {
  needsAllTexts = true
  return loadTexts(language)
}

/** Soon wanted: the browser has them when `loadInside` asks. */
export const preloadAllTexts = (language: Language) => void allTexts[language]().catch(() => undefined)
