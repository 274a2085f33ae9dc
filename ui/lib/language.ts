import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import { type Language, languages } from '../../src/shared/enums'
import { api, ask } from './api'
import { session } from './session'
import { keys, readStored, writeStored } from './storage'
import { loadAllTexts, loadTexts, preloadAllTexts, startTexts } from './texts'

const supported = (value: string | null | undefined): Language | null =>
  languages.find((language) => language === value?.slice(0, 2).toLowerCase()) ?? null

/** The stored choice, else the first of the browser's that we have, else Portuguese (decisions.md, Behaviour). */
const preferred = () => supported(readStored(keys.language)) ?? navigator.languages.map(supported).find(Boolean) ?? 'pt'

export const language = signal<Language>('pt')
/** Of two choices in a row the second counts, whichever loads first. */
let requested: Language = 'pt'

async function applyLanguage(next: Language) {
  requested = next
  await loadTexts(next)
  if (requested !== next) return
  await i18n.changeLanguage(next)
  language.value = next
  document.documentElement.lang = next === 'pt' ? 'pt-BR' : next
}

/** Before the first paint. A language that does not load leaves Portuguese: better words than none. */
export async function startLanguage() {
  const first = preferred()
  // Somebody is signed in, as it seems: all texts come while the server is asked whether that is so.
  if (readStored(keys.companyId) !== null) preloadAllTexts(first)
  await startTexts()
  await applyLanguage(first).catch(() => applyLanguage('pt'))
}

/** A page behind the login, with all that it says in the language of now. */
export async function withAllTexts<P>(page: Promise<P>): Promise<P> {
  const [loaded] = await Promise.all([page, loadAllTexts(language.peek())])
  return loaded
}

/** The person's choice: kept on this device and, signed in, on the account. Throws when its texts do not load. */
export async function chooseLanguage(next: Language) {
  await applyLanguage(next)
  if (requested !== next) return
  writeStored(keys.language, next)
  if (session.peek().kind === 'in') await ask(api.users['set-language']({ lang: next }).post())
}

/** On a device where nobody has chosen yet, the account's language counts. */
export async function adoptLanguage(ofAccount: Language | null) {
  if (ofAccount && readStored(keys.language) === null) await applyLanguage(ofAccount).catch(() => undefined)
}
