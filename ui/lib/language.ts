import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from '../../src/shared/enums'
import type { Texts } from '../i18n/pt'
import { pt } from '../i18n/pt'
import { api, ask } from './api'
import { session } from './session'
import { keep, keys, recall } from './storage'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
  }
}

const known = (value: string | null | undefined): Language | null =>
  languages.find((language) => language === value?.slice(0, 2).toLowerCase()) ?? null

/** The stored choice, else the first of the browser's that we have, else Portuguese (decisions.md, Behaviour). */
const preferred = () => known(recall(keys.language)) ?? navigator.languages.map(known).find(Boolean) ?? 'pt'

export const language = signal<Language>('pt')

/** Portuguese is in the first script (it is also the fallback); the others come when they are wanted. */
const chunks: Record<Language, () => Promise<Texts>> = {
  pt: async () => pt,
  en: () => import('../i18n/en').then(({ en }) => en),
  es: () => import('../i18n/es').then(({ es }) => es),
}

async function show(next: Language) {
  if (!i18n.hasResourceBundle(next, 'translation')) i18n.addResourceBundle(next, 'translation', await chunks[next]())
  await i18n.changeLanguage(next)
  language.value = next
  document.documentElement.lang = next === 'pt' ? 'pt-BR' : next
}

/** Before the first paint. A language that does not load leaves Portuguese: better words than none. */
export async function startLanguage() {
  await i18n.use(initReactI18next).init({
    lng: 'pt',
    fallbackLng: 'pt',
    resources: { pt: { translation: pt } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  await show(preferred()).catch(() => show('pt'))
}

/** The person's choice: kept on this device and, signed in, on the account. Throws when its texts do not load. */
export async function chooseLanguage(next: Language) {
  await show(next)
  keep(keys.language, next)
  if (session.peek().kind === 'in') await ask(api.users['set-language']({ lang: next }).post())
}

/** On a device where nobody has chosen yet, the account's language counts. */
export async function adoptLanguage(ofAccount: Language | null) {
  if (ofAccount && recall(keys.language) === null) await show(ofAccount).catch(() => undefined)
}
