import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import { type Language, languages } from '../../src/shared/enums'
import { api, ask } from './api'
import { session } from './session'
import { keep, keys, recall } from './storage'
import { loadInside, loadTexts, preloadInside, startTexts } from './texts'

const known = (value: string | null | undefined): Language | null =>
  languages.find((language) => language === value?.slice(0, 2).toLowerCase()) ?? null

/** The stored choice, else the first of the browser's that we have, else Portuguese (decisions.md, Behaviour). */
const preferred = () => known(recall(keys.language)) ?? navigator.languages.map(known).find(Boolean) ?? 'pt'

export const language = signal<Language>('pt')
/** Of two choices in a row the second counts, whichever loads first. */
let wanted: Language = 'pt'

async function show(next: Language) {
  wanted = next
  await loadTexts(next)
  if (wanted !== next) return
  await i18n.changeLanguage(next)
  language.value = next
  document.documentElement.lang = next === 'pt' ? 'pt-BR' : next
}

/** Before the first paint. A language that does not load leaves Portuguese: better words than none. */
export async function startLanguage() {
  const first = preferred()
  // Somebody is signed in, as it seems: all texts come while the server is asked whether that is so.
  if (recall(keys.companyId) !== null) preloadInside(first)
  await startTexts()
  await show(first).catch(() => show('pt'))
}

/** A page behind the login, with all that it says in the language of now. */
export async function withTexts<P>(page: Promise<P>): Promise<P> {
  const [loaded] = await Promise.all([page, loadInside(language.peek())])
  return loaded
}

/** The person's choice: kept on this device and, signed in, on the account. Throws when its texts do not load. */
export async function chooseLanguage(next: Language) {
  await show(next)
  if (wanted !== next) return
  keep(keys.language, next)
  if (session.peek().kind === 'in') await ask(api.users['set-language']({ lang: next }).post())
}

/** On a device where nobody has chosen yet, the account's language counts. */
export async function adoptLanguage(ofAccount: Language | null) {
  if (ofAccount && recall(keys.language) === null) await show(ofAccount).catch(() => undefined)
}
