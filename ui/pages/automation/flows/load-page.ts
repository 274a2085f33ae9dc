import { loadPageTexts } from '../../../lib/texts'
import { FlowBuildersPage } from './flows-page'

/** Texts of the list of flows by language. */
const texts = {
  pt: () => import('../../../i18n/pt/flow-list-page'),
  en: () => import('../../../i18n/en/flow-list-page'),
  es: () => import('../../../i18n/es/flow-list-page'),
}

/** Returns the page once its texts are loaded. */
export async function loadPage() {
  await loadPageTexts(texts)
  return FlowBuildersPage
}
