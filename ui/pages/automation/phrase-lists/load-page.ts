import { loadPageTexts } from '../../../lib/texts'
import { PhraseListsPage } from './phrase-lists-page'

/** Texts of the list of phrases by language. */
const texts = {
  pt: () => import('../../../i18n/pt/phrases'),
  en: () => import('../../../i18n/en/phrases'),
  es: () => import('../../../i18n/es/phrases'),
}

/** Returns the page once its texts are loaded. */
export async function loadPage() {
  await loadPageTexts(texts)
  return PhraseListsPage
}
