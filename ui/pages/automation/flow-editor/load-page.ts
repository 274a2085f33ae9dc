import { loadPageTexts } from '../../../lib/texts'
import { FlowBuilderPage } from './flow-page'

/** Texts of the flow builder by language. */
const texts = {
  pt: () => import('../../../i18n/pt/flow-builder'),
  en: () => import('../../../i18n/en/flow-builder'),
  es: () => import('../../../i18n/es/flow-builder'),
}

/** Returns the page once its texts are loaded. */
export async function loadPage() {
  await loadPageTexts(texts)
  return FlowBuilderPage
}
