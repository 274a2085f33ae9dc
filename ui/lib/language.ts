import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import { defaultLanguage, type Language, languages } from '../../src/shared/enums'
import { api, unwrapResponse } from './api'
import { locales } from './locales'
import { session } from './session'
import { keys, readStored, writeStored } from './storage'
import { loadAllTexts, loadTexts, preloadAllTexts, startTexts } from './texts'

const toSupported = (value: string | null | undefined): Language | null =>
  languages.find((language) => language === value?.slice(0, 2).toLowerCase()) ?? null

/** Stored choice, else the first supported language of the browser, else the default language. */
const preferred = () =>
  toSupported(readStored(keys.language)) ?? navigator.languages.map(toSupported).find(Boolean) ?? defaultLanguage

export const language = signal<Language>(defaultLanguage)
/** Locale of numbers in the current language. */
export const locale = () => locales[language.peek()]
/** Latest requested language; an earlier request that loads later is ignored. */
let requested: Language = defaultLanguage

async function applyLanguage(next: Language) {
  requested = next
  await loadTexts(next)
  if (requested !== next) return
  await i18n.changeLanguage(next)
  language.value = next
  document.documentElement.lang = next === 'pt' ? 'pt-BR' : next
}

/** Runs before the first render. Falls back to the default language if the texts of the language do not load. */
export async function startLanguage() {
  const first = preferred()
  // A company id in storage means a probable session: all texts load while the session is checked.
  if (readStored(keys.companyId) !== null) preloadAllTexts(first)
  await startTexts()
  await applyLanguage(first).catch(() => applyLanguage(defaultLanguage))
}

/** Loads a private page together with all texts of the current language. */
export async function withAllTexts<P>(page: Promise<P>): Promise<P> {
  const [loaded] = await Promise.all([page, loadAllTexts(language.peek())])
  return loaded
}

/** Changes the language on this device and, if signed in, on the account. @throws if the texts do not load. */
export async function chooseLanguage(next: Language) {
  await applyLanguage(next)
  if (requested !== next) return
  writeStored(keys.language, next)
  if (session.peek().kind === 'in') await unwrapResponse(api.users['set-language']({ lang: next }).post())
}

/** Applies the account's language on a device without a stored choice. */
export async function adoptLanguage(ofAccount: Language | null) {
  if (ofAccount && readStored(keys.language) === null) await applyLanguage(ofAccount).catch(() => undefined)
}
