import i18n from 'i18next'
import { defaultLanguage, type Language } from '../../src/shared/enums'
import type { Texts } from '../i18n/pt/all'
import type * as flowBuilderTexts from '../i18n/pt/flow-builder'
import type * as flowListTexts from '../i18n/pt/flow-list-page'
import type * as phraseTexts from '../i18n/pt/phrases'
import * as portuguese from '../i18n/pt/public'
import type * as ticketFlowTexts from '../i18n/pt/ticket-flows'
import { locales } from './locales'
import { productName } from './look'

type PublicTexts = typeof portuguese

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: Texts & typeof flowBuilderTexts & typeof flowListTexts & typeof phraseTexts & typeof ticketFlowTexts
    }
  }
}

/**
 * Texts of the public screens. Portuguese is in the first script, so that an error can be shown when nothing else
 * loads.
 */
const publicTexts: Record<Language, () => Promise<PublicTexts>> = {
  pt: async () => portuguese,
  en: () => import('../i18n/en/public'),
  es: () => import('../i18n/es/public'),
}
const allTexts: Record<Language, () => Promise<Texts>> = {
  pt: () => import('../i18n/pt/all'),
  en: () => import('../i18n/en/all'),
  es: () => import('../i18n/es/all'),
}

/** True once a private screen was requested; before, only the public texts of a language are loaded. */
let needsAllTexts = false

export async function startTexts() {
  await i18n.init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    resources: { pt: { translation: portuguese as Texts } },
    interpolation: { escapeValue: false, defaultVariables: { product: productName() } },
  })
  applyPluralForZero()
  // {{count, number}}: the default follows the language alone, and Spanish has several ways to write a number.
  i18n.services.formatter?.add('number', (value: number, chosen) =>
    value.toLocaleString(locales[chosen as Language] ?? chosen),
  )
}

/** Brazilians write "0 atendimentos"; the rule of CLDR for Portuguese, which i18next follows, is the singular. */
function applyPluralForZero() {
  const resolver = i18n.services.pluralResolver
  const suffixOf = resolver.getSuffix.bind(resolver)
  resolver.getSuffix = (code: string, count: number, options?: object) =>
    suffixOf(code, count === 0 ? 2 : count, options)
}

/** Loads the texts needed now: public ones, or all. @throws if they do not load. */
export async function loadTexts(language: Language): Promise<void> {
  const isComplete = needsAllTexts
  i18n.addResourceBundle(language, 'translation', await (isComplete ? allTexts : publicTexts)[language]())
  for (const load of pageTexts) i18n.addResourceBundle(language, 'translation', await load[language]())
  if (needsAllTexts && !isComplete) await loadTexts(language)
}

/** Loads all texts; later language changes load all texts too. */
export function loadAllTexts(language: Language): Promise<void> {
  needsAllTexts = true
  return loadTexts(language)
}

/** Fetches all texts early, so that `loadAllTexts` finds them in the browser's cache. */
export const preloadAllTexts = (language: Language) => void allTexts[language]().catch(() => undefined)

type PageTexts = Record<Language, () => Promise<object>>
/** Texts of pages that load their own, to keep them out of all other pages. */
const pageTexts = new Set<PageTexts>()

/** Loads the texts of one page, and again at every later change of language. @throws if they do not load. */
export async function loadPageTexts(load: PageTexts): Promise<void> {
  const now = i18n.language as Language
  i18n.addResourceBundle(now, 'translation', await load[now]())
  pageTexts.add(load)
}
